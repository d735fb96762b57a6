// openai 7.57.0, unmodified: chat under both bases, responses, models.
import OpenAI, { AuthenticationError, UnprocessableEntityError } from "openai"
import { assert, describe, it } from "vitest"
import { all, failure, key, running } from "./server.ts"

const server = running()
const client = (base: string, apiKey = key) =>
  new OpenAI({ apiKey, baseURL: server.baseUrl + base, maxRetries: 0 })

const messages = [{ role: "user" as const, content: "When is high water at Brest?" }]

describe("models", () => {
  it("are listed", async () => {
    const { data } = await client("/v1").models.list()
    assert.strictEqual(data.length, 28)
    for (const { id, object, owned_by } of data) {
      assert.isTrue(id.startsWith(`${owned_by}/`), id)
      assert.strictEqual(object, "model")
    }
  })
})

describe.each(["", "/v1"])("chat under the base %j", (base) => {
  it("is answered", async () => {
    const { choices, id, model, object, usage } = await client(base).chat.completions.create({
      model: "sonar",
      messages
    })
    assert.notStrictEqual(id, "")
    assert.strictEqual(model, "sonar")
    assert.strictEqual(object, "chat.completion")
    assert.strictEqual(choices.length, 1)
    assert.strictEqual(choices[0]?.finish_reason, "stop")
    assert.strictEqual(choices[0]?.message.role, "assistant")
    assert.isAbove(choices[0]?.message.content?.length ?? 0, 0)
    assert.strictEqual(usage?.total_tokens, (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  })

  it("streams, and the parts make the whole", async () => {
    const stream = await client(base).chat.completions.create({ model: "sonar", messages, stream: true })
    const events = await all(stream)
    const parts = events.map(({ choices }) => choices[0]?.delta.content ?? "")
    const last = events.at(-1)
    const whole = last?.choices[0] as { readonly message?: { readonly content?: string } } | undefined
    assert.isAbove(parts.join("").length, 0)
    assert.strictEqual(parts.join(""), whole?.message?.content)
    assert.strictEqual(last?.choices[0]?.finish_reason, "stop")
    assert.strictEqual(new Set(events.map(({ id }) => id)).size, 1)
  })

  it("refuses before the first event of a stream, with the status", async () => {
    const error = await failure(
      client(base).chat.completions.create({ model: "sonar", messages: [], stream: true })
    )
    assert.instanceOf(error, UnprocessableEntityError)
  })

  it("refuses a wrong key", async () => {
    const error = await failure(client(base, "wrong").chat.completions.create({ model: "sonar", messages }))
    assert.instanceOf(error, AuthenticationError)
    assert.include(error.message, "Missing or invalid API key. Send the header Authorization: Bearer <key>.")
  })
})

describe("responses", () => {
  const model = "openai/gpt-5.1"
  const input = "When is high water at Brest?"

  it("are made, with the text in one piece", async () => {
    const response = await client("/v1").responses.create({ model, input })
    assert.strictEqual(response.object, "response")
    assert.strictEqual(response.status, "completed")
    assert.strictEqual(response.model, model)
    assert.isAbove(response.output_text.length, 0)
    const { usage } = response
    assert.strictEqual(usage?.total_tokens, (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0))
  })

  it("stream to a completed response, numbered without gaps", async () => {
    const events = await all(await client("/v1").responses.create({ model, input, stream: true }))
    assert.deepStrictEqual(
      events.map(({ sequence_number }) => sequence_number),
      events.map((_, index) => index)
    )
    assert.strictEqual(events[0]?.type, "response.created")
    const last = events.at(-1)
    if (last?.type !== "response.completed") return assert.fail(last?.type)
    const deltas = events.flatMap((event) =>
      event.type === "response.output_text.delta" ? [event.delta] : []
    )
    const texts = last.response.output.flatMap((item) =>
      item.type === "message"
        ? item.content.map((part) => (part.type === "output_text" ? part.text : ""))
        : []
    )
    assert.isAbove(deltas.length, 0)
    assert.strictEqual(deltas.join(""), texts.join(""))
  })
})
