// Chat over a model server: what is searched, what the model is asked, what the caller gets, and what it costs.
import type { ChatRequest } from "@leadline/core/chat"
import { UnavailableError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { assert, describe } from "vitest"
import { maxQueryLength } from "../../src/openai-compatible/answering/messages.ts"
import { test } from "../support/effects.ts"
import { type ModelScript, searchOf, textReply, useModel } from "../support/modelServer.ts"

const messages = [{ role: "user", content: "High water at Brest?" }] as const
const question: ChatRequest = { model: "sonar", messages }
const unsearched: ChatRequest = { ...question, disable_search: true }

const image = { type: "image_url", image_url: "data:image/png;base64,AA==" } as const

const answering =
  (text: string): ModelScript =>
  (body) =>
    textReply(body, text)

/** A server that refuses a field with 400. */
const without =
  (field: string, text: string): ModelScript =>
  (body) =>
    body[field] === undefined
      ? textReply(body, text)
      : { status: 400, body: { error: { message: "Unknown field" } } }

describe("chat", () => {
  test("searches with the filters of the request and cites what was found", function* () {
    const { asked, calls, chat } = yield* useModel(answering("At 06:12 [1], at 18:40 [7]."), {
      prices: { "my-model": { input: 2, output: 4 } }
    })
    const filters = { search_domain_filter: ["tides.example"] }
    const answer = yield* chat.create({
      ...question,
      ...filters,
      search_recency_filter: null,
      temperature: 0.5,
      language_preference: "fr",
      web_search_options: { search_context_size: "medium", user_location: { country: "FR" } }
    })
    const size = { max_results: 8, max_tokens_per_page: 2_048, max_tokens: 12_288 }
    assert.deepStrictEqual(asked, [{ query: "High water at Brest?", ...size, country: "FR", ...filters }])
    assert.strictEqual(answer.choices[0]?.message.content, "At 06:12 [1], at 18:40.")
    assert.deepStrictEqual(answer.citations, ["https://tides.example/1", "https://tides.example/2"])
    const cost = { input_tokens_cost: 0.00002, output_tokens_cost: 0.00002, total_cost: 0.00004 }
    assert.deepInclude(answer.usage, { prompt_tokens: 10, num_search_queries: 1, cost })
    assert.strictEqual(calls[0].temperature, 0.5)
    assert.match(calls[0].messages[0].content, /Answer in French\.[\s\S]*<source number="1" url="https:/)
  })

  test("searches for the beginning of a text, in one line", function* () {
    const { asked, chat } = yield* useModel(answering("Now."))
    const content = ` \n who  is\tit? ${"\u{1f30a}".repeat(maxQueryLength)}`
    yield* chat.create({ model: "sonar", messages: [{ role: "user", content }] })
    assert.strictEqual(asked[0]?.query, `who is it? ${"\u{1f30a}".repeat(maxQueryLength - 11)}`)
  })

  test("does not search when told not to, and leaves the text as it is", function* () {
    const { asked, chat } = yield* useModel(answering("See [7] and `a[1]`."))
    const answer = yield* chat.create(unsearched)
    assert.strictEqual(asked.length, 0)
    assert.strictEqual(answer.choices[0]?.message.content, "See [7] and `a[1]`.")
    assert.isFalse("citations" in answer || "search_context_size" in (answer.usage ?? {}))
  })

  test("fails with the error of the search, and asks no model", function* () {
    const error = new UnavailableError({ message: "No search now.", retryAfter: 1_000 })
    const { calls, chat } = yield* useModel(answering("Made up."), {}, searchOf(0, { error }))
    assert.strictEqual(yield* Effect.flip(chat.create(question)), error)
    assert.strictEqual(calls.length, 0)
  })

  test("has larger models write the queries, as many as the languages leave", function* () {
    const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl"]
    for (const [filter, query] of [
      [{}, ["tide Brest", "high water", "x"]],
      [{ search_language_filter: languages }, ["tide Brest", "high water"]]
    ] as const) {
      const { asked, chat } = yield* useModel(
        (body, at) => textReply(body, at === 0 ? '1. tide Brest\n- "high water"\n3) x\n4. y' : "Now [1]."),
        {},
        searchOf(1, { cost: 0.01 })
      )
      const { usage } = yield* chat.create({ ...question, model: "sonar-reasoning-pro", ...filter })
      assert.deepInclude(asked[0], { query, ...filter })
      assert.deepInclude(usage, { num_search_queries: query.length, prompt_tokens: 20 })
      assert.deepInclude(usage?.cost, { search_queries_cost: 0.01, total_cost: 0.01 })
    }
  })

  test("passes images on, and the messages in one order, and refuses images that the model does not read", function* () {
    const { calls, chat } = yield* useModel(answering("A tide table."), { limits: { images: 4 } })
    const text = { type: "text", text: "What is it?" } as const
    const shown: ChatRequest = {
      ...unsearched,
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: null },
        { role: "user", content: "there" },
        { role: "system", content: "Be brief." },
        { role: "user", content: [text, image] }
      ]
    }
    yield* chat.create(shown)
    const [system, ...rest] = calls[0].messages
    assert.match(system.content, /^Be brief\./)
    const sent = { type: "image_url", image_url: { url: image.image_url } }
    assert.deepStrictEqual(rest, [
      { role: "user", content: "Hello\n\nthere" },
      { role: "user", content: [text, sent] }
    ])
    const { message } = yield* Effect.flip((yield* useModel(answering(""))).chat.create(shown))
    assert.strictEqual(message, "messages[4].content[1]: expected no image, because the model reads none")
  })

  test("reads no more of the model than its reader takes, and ends the call when it is left", function* () {
    const event = { choices: [{ index: 0, delta: { content: "x".repeat(1_000) } }] }
    const events = Array.from({ length: 10_000 }, () => event)
    const { chat, seen } = yield* useModel(() => ({ events }))
    yield* Stream.runDrain(Stream.take(yield* chat.stream(unsearched), 100))
    assert.isAtLeast(seen.sent, 100)
    assert.isBelow(seen.sent, 5_000)
    assert.strictEqual(seen.aborted, 1)
  })

  test("names a limit of tokens otherwise for models that refuse the first name, which is remembered", function* () {
    const { calls, chat, streamChat } = yield* useModel(without("max_tokens", "Six."))
    const limited: ChatRequest = { ...unsearched, max_tokens: 50 }
    yield* chat.create(limited)
    yield* streamChat(limited)
    const old = calls.map(({ max_tokens }) => max_tokens)
    assert.deepStrictEqual(old, [50, undefined, undefined])
    assert.strictEqual(calls[2].max_completion_tokens, 50)
  })
})

const schema = {
  type: "object",
  properties: { hours: { type: "array", items: { type: "integer" } } },
  required: ["hours"]
}
const structured: ChatRequest = {
  ...question,
  response_format: { type: "json_schema", json_schema: { schema } }
}

describe("structured answers", () => {
  test("are asked for natively, and given as they are", function* () {
    const { calls, chat } = yield* useModel(answering('```json\n{"hours":[6,18]}\n```'))
    const answer = yield* chat.create(structured)
    assert.strictEqual(answer.choices[0]?.message.content, '{"hours":[6,18]}')
    const native = { type: "json_schema", json_schema: { schema, name: "schema" } }
    assert.deepStrictEqual(calls[0].response_format, native)
  })

  test("are repaired once, also in a stream, and then a bad gateway", function* () {
    const { calls, streamChat } = yield* useModel((body, at) =>
      textReply(body, at === 1 ? '{"hours":[6]}' : '{"hours":["six"]}')
    )
    const last = (yield* streamChat(structured)).at(-1)
    assert.strictEqual(last?.choices[0]?.message?.content, '{"hours":[6]}')
    assert.strictEqual(last?.usage?.prompt_tokens, 20)
    const error = yield* Effect.flip(streamChat(structured))
    assert.strictEqual(error._tag, "ConnectionError")
    assert.match(error.message, /does not follow the schema of response_format/)
    assert.strictEqual(calls.length, 4)
  })

  test("are asked for in words of a server that has no such format, which is remembered", function* () {
    const { calls, chat } = yield* useModel(without("response_format", '{"hours":[]}'))
    yield* Effect.replicateEffect(chat.create(structured), 2)
    assert.deepStrictEqual(
      calls.map((body) => body.response_format === undefined),
      [false, true, true]
    )
    assert.match(calls[2].messages[0].content, /JSON Schema:\n\{"type":"object"/)
  })

  test("of a schema that nothing could be checked by are refused before any call", function* () {
    const { calls, chat } = yield* useModel(answering("{}"))
    const format = { type: "json_schema", json_schema: { schema: { not: {} } } } as const
    const error = yield* Effect.flip(chat.create({ ...question, response_format: format }))
    assert.isTrue(error._tag === "InvalidRequestError" && error.issues?.[0]?.path.at(-1) === "not")
    assert.strictEqual(calls.length, 0)
  })
})
