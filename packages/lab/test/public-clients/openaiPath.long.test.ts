// openai 7.57.0, unmodified, over `/openai/v1`: chat, responses, embeddings, models and errors.
import { BadRequestError, NotFoundError, RateLimitError } from "openai"
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod"
import { assert, describe, it } from "vitest"
import { z } from "zod"
import { messages, openaiClient, targets, tool } from "./openaiTargets.ts"
import { all, failure, running, scripted } from "./server.ts"

/** What the function returned. */
const returned = "At Brest the tide is 7 metres."

describe.each(targets())("$name", ({ model, server }) => {
  const client = () => openaiClient(server)

  it("chat is answered, with fields of any client", async () => {
    const asked = { max_completion_tokens: 100, seed: 1, parallel_tool_calls: true }
    const request = { model, messages: [{ role: "developer" as const, content: "Be short." }, ...messages] }
    const { data, response } = await client()
      .chat.completions.create({ ...request, ...asked })
      .withResponse()
    assert.strictEqual(data.model, model)
    assert.isAbove(data.choices[0]?.message.content?.length ?? 0, 0)
    assert.include(response.headers.get("x-leadline-notice") ?? "", "ignored=seed,parallel_tool_calls")
  })

  it("chat streams, with the usage at the end where it is asked for", async () => {
    for (const include_usage of [true, false]) {
      const asked = { model, messages, stream: true, stream_options: { include_usage } } as const
      const chunks = await all(await client().chat.completions.create(asked))
      assert.isAbove(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("").length, 0)
      const ends = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])
      assert.deepEqual(ends, ["stop"])
      const { choices, usage } = chunks.at(-1) ?? assert.fail("no chunk")
      assert.strictEqual((usage?.total_tokens ?? 0) > 0 && choices.length === 0, include_usage)
    }
  })

  it("chat calls functions, whole and in a stream, and takes what they return", async () => {
    const tools = [{ type: "function" as const, function: tool }]
    const asked = { model, messages, tools, tool_choice: "required" as const }
    const { completions } = client().chat
    const streamed = await completions.stream(asked).finalChatCompletion()
    for (const { choices } of [streamed, await completions.create(asked)]) {
      const choice = choices[0] ?? assert.fail("no choice")
      assert.strictEqual(choice.finish_reason, "tool_calls")
      const [call] = choice.message.tool_calls ?? []
      assert.isTrue(call?.type === "function" && call.function.name === "tide")
      const result = { role: "tool" as const, tool_call_id: call?.id ?? "", content: returned }
      const next = await completions.create({ model, tools, messages: [...messages, choice.message, result] })
      assert.isAbove(next.choices[0]?.message.content?.length ?? 0, 0)
    }
  })

  it("chat and responses follow a schema, and chat gives any JSON object", async () => {
    const { completions } = client().chat
    const schema = z.object({ city: z.string() })
    const response_format = zodResponseFormat(schema, "place")
    const { choices } = await completions.parse({ model, messages, response_format })
    assert.isString(choices[0]?.message.parsed?.city)
    const text = { format: zodTextFormat(schema, "place") }
    const { output_parsed } = await client().responses.parse({ model, input: messages, text })
    assert.isString(output_parsed?.city)
    const any = await completions.create({ model, messages, response_format: { type: "json_object" } })
    assert.isObject(JSON.parse(any.choices[0]?.message.content ?? ""))
  })

  it("responses stream in the order of the client, with and without a search", async () => {
    for (const tools of [[], [{ type: "web_search" as const }]]) {
      const stream = client().responses.stream({ model, input: "What is the tide at Brest?", tools })
      const types = (await all(stream)).map(({ type }) => type)
      assert.deepEqual([types[0], types.at(-1)], ["response.created", "response.completed"])
      assert.include(types, "response.content_part.added")
      assert.isAbove((await stream.finalResponse()).output_text.length, 0)
    }
  })

  it("models are listed and retrieved; errors are its classes, name a field and have the id of the request", async () => {
    const [first] = (await client().models.list()).data
    assert.strictEqual((await client().models.retrieve(first?.id ?? "")).id, first?.id)
    assert.instanceOf(await failure(client().models.retrieve("nobody/has-it")), NotFoundError)
    const error = await failure(client().chat.completions.create({ model, messages, n: 2 }))
    assert.instanceOf(error, BadRequestError)
    assert.strictEqual(error.param, "n")
    assert.match(error.requestID ?? "", /^[0-9a-f-]{36}$/)
  })
})

const embedded = running()

it.each([
  ["chat", "sonar"],
  ["responses", "openai/gpt-5"]
])("chat that searches over the route %s cites its pages, whole and in a stream", async (_route, model) => {
  const { completions } = openaiClient(embedded).chat
  const content = "How is a key revoked?"
  const asked = { model, messages: [{ role: "user" as const, content }], web_search_options: {} }
  const streamed = await completions.stream(asked).finalChatCompletion()
  for (const { choices } of [streamed, await completions.create(asked)]) {
    const { message } = choices[0] ?? assert.fail("no choice")
    const [cited] = message.annotations ?? []
    const { end_index, start_index, url } = cited?.url_citation ?? assert.fail("no annotation")
    assert.match(message.content?.slice(start_index, end_index) ?? "", /^\[\d+\]$/)
    assert.match(url, /^https:/)
  }
})

const failing = scripted()

it("an engine that refuses is its RateLimitError, which says how long to wait", async () => {
  const content = JSON.stringify({ fail: "RateLimitError" })
  const error = await failure(
    openaiClient(failing).chat.completions.create({ model: "sonar", messages: [{ role: "user", content }] })
  )
  assert.instanceOf(error, RateLimitError)
  assert.strictEqual(error.headers.get("retry-after-ms"), "3000")
})
