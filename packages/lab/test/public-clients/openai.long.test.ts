// openai 7.57.0, unmodified, over `/v1`: chat, responses, models.
import OpenAI, { AuthenticationError, UnprocessableEntityError } from "openai"
import { assert, it } from "vitest"
import { all, failure, key, running } from "./server.ts"

const server = running()
const client = (apiKey = key) => new OpenAI({ apiKey, baseURL: `${server.baseUrl}/v1`, maxRetries: 0 })

const chat = {
  model: "sonar",
  messages: [{ role: "user" as const, content: "When is high water at Brest?" }]
}

it("models are listed", async () => {
  const { data } = await client().models.list()
  assert.strictEqual(data.length, 28)
  for (const { id, object, owned_by } of data) {
    assert.isTrue(id.startsWith(`${owned_by}/`), id)
    assert.strictEqual(object, "model")
  }
})

it("chat is answered, and streams parts that make the whole", async () => {
  const { choices, usage } = await client().chat.completions.create(chat)
  assert.strictEqual(choices[0]?.finish_reason, "stop")
  const content = choices[0]?.message.content ?? ""
  assert.isAbove(content.length, 0)
  assert.strictEqual(usage?.total_tokens, (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  const events = await all(await client().chat.completions.create({ ...chat, stream: true }))
  assert.strictEqual(events.map((event) => event.choices[0]?.delta.content ?? "").join(""), content)
  assert.strictEqual(events.at(-1)?.choices[0]?.finish_reason, "stop")
  assert.strictEqual(new Set(events.map(({ id }) => id)).size, 1)
})

it("a refusal is its class, also before the first event of a stream", async () => {
  const wrong = await failure(client().chat.completions.create({ ...chat, messages: [], stream: true }))
  assert.instanceOf(wrong, UnprocessableEntityError)
  const error = await failure(client("wrong").chat.completions.create(chat))
  assert.instanceOf(error, AuthenticationError)
  assert.include(error.message, "Missing or invalid API key. Send the header Authorization: Bearer <key>.")
})

it("responses are made, and stream to a completed one, numbered without gaps", async () => {
  const asked = { model: "openai/gpt-5.1", input: "When is high water at Brest?" }
  const response = await client().responses.create(asked)
  assert.strictEqual(response.status, "completed")
  assert.isAbove(response.output_text.length, 0)
  const events = await all(await client().responses.create({ ...asked, stream: true }))
  assert.deepStrictEqual(
    events.map(({ sequence_number }) => sequence_number),
    events.map((_, index) => index)
  )
  assert.strictEqual(events[0]?.type, "response.created")
  assert.strictEqual(events.at(-1)?.type, "response.completed")
  const deltas = events.flatMap((event) => (event.type === "response.output_text.delta" ? [event.delta] : []))
  assert.strictEqual(deltas.join(""), response.output_text)
})
