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

it("chat with a model of the list is answered, and streams parts that make the whole", async () => {
  const { data } = await client().models.list()
  assert.include(
    data.map(({ id }) => id),
    "openai/gpt-5.1"
  )
  const { choices } = await client().chat.completions.create(chat)
  const events = await all(await client().chat.completions.create({ ...chat, stream: true }))
  const text = events.map((event) => event.choices[0]?.delta.content ?? "").join("")
  assert.isAbove(text.length, 0)
  assert.strictEqual(text, choices[0]?.message.content)
  assert.strictEqual(events.at(-1)?.choices[0]?.finish_reason, "stop")
})

it("a refusal is its class, also before the first event of a stream", async () => {
  const wrong = await failure(client().chat.completions.create({ ...chat, messages: [], stream: true }))
  assert.instanceOf(wrong, UnprocessableEntityError)
  const error = await failure(client("wrong").chat.completions.create(chat))
  assert.instanceOf(error, AuthenticationError)
  assert.include(error.message, "Missing or invalid API key. Send the header Authorization: Bearer <key>.")
})
