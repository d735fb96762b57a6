import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { ServedDecisionsRequest as DecisionsRequest } from "../../../src/resources/decisions/served.ts"
import { SystemOneRequest } from "../../../src/resources/decisions/systemone/schema.ts"
import { ContextualizedEmbeddingsRequest } from "../../../src/resources/embeddings/contextualized/schema.ts"
import * as ApiError from "../../../src/errors/ApiError.ts"
import { checkInSlices } from "../../../src/server/body/incrementalValidate.ts"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { ResponsesRequest } from "../../../src/resources/responses/schema.ts"
import { ChatRequest } from "../../../src/schema/chat/Request.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"

const times = <A>(count: number, one: (at: number) => A) => Array.from({ length: count }, (_, at) => one(at))
const entries = (count: number, one: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`k${at}`, one(at)]))

/** As it comes from a text; what is not finite is a number too large. */
const parsed = (value: unknown) => {
  const text = JSON.stringify(value, (_, one: unknown) => (one === 1 / 0 ? "infinite" : one))
  const found = runToEnd(incrementalParse(chunksOfText(text.replaceAll('"infinite"', "1e999"))))
  return "value" in found ? found : assert.fail(`wrong at ${found.errorAt}`)
}

const noul = { type: "noul", instructions: "Is it?" }
const decision = { model: "decider-27b", state: "", questions: { a: noul } }
const chat = { model: "sonar-pro", messages: [{ role: "user", content: "a" }] }
const message = { role: "user", content: "a" }
const embeddings = { model: "svc-embed-context-v1-4b", input: [["a"]] }

const imagePart = (data: string) => ({
  type: "image_url",
  image_url: { url: `data:image/png;base64,${data}` }
})
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

const text = { type: "output_text", text: "" }
const conversation = (...input: ReadonlyArray<unknown>) => ({ model: "openai/gpt-5", input })
const echoed = (...content: ReadonlyArray<unknown>) =>
  conversation({ type: "message", id: "1", role: "assistant", content })

const long = "a ".repeat(100_000)

const rows: ReadonlyArray<readonly [string, Schema.Top, unknown]> = [
  ["a state of many members", DecisionsRequest, { ...decision, state: times(5_000, () => ({})) }],
  ["a state of many names", DecisionsRequest, { ...decision, state: entries(5_000, (at) => [at]) }],
  [
    "a state that is no JSON far inside",
    DecisionsRequest,
    { ...decision, state: [...times(5_000, () => 0), 1 / 0] }
  ],
  [
    "a state that is no JSON in two places far inside",
    DecisionsRequest,
    { ...decision, state: { ...entries(5_000, () => 0), a: [{ b: 1 / 0 }], c: 1 / 0 } }
  ],
  ["many unknown fields", DecisionsRequest, entries(5_000, () => 0)],
  ["unknown fields beside good ones", DecisionsRequest, { ...decision, ...entries(5_000, () => 0) }],
  ["many questions that are none", DecisionsRequest, { ...decision, questions: entries(5_000, () => 0) }],
  ["more questions than may be", DecisionsRequest, { ...decision, questions: entries(5_000, () => noul) }],
  [
    "more options than may be",
    DecisionsRequest,
    { ...decision, questions: { a: { type: "choice", criteria: entries(5_000, () => null) } } }
  ],
  [
    "an invalid level behind many",
    DecisionsRequest,
    { ...decision, questions: { a: noul, b: { type: "score", criteria: [...times(5_000, () => "a"), 0] } } }
  ],
  [
    "a question of no known type with many fields",
    DecisionsRequest,
    { ...decision, questions: { a: { type: "x", criteria: entries(5_000, () => 0) } } }
  ],
  [
    "too much in one of two questions",
    DecisionsRequest,
    { ...decision, questions: { a: { ...noul, ...entries(5_000, () => 0) }, b: noul } }
  ],
  ["a large image", DecisionsRequest, { ...decision, state: [imagePart(`${png}${"AbC1".repeat(500_000)}`)] }],
  [
    "a large image that ends wrong",
    DecisionsRequest,
    { ...decision, state: [imagePart(`${png}${"AbC1".repeat(500_000)}AbC!`)] }
  ],
  ["a long text", DecisionsRequest, { ...decision, state: long }],
  [
    "a question of no known type with a long text",
    DecisionsRequest,
    { ...decision, questions: { a: { type: "x", instructions: long }, b: { instructions: long } } }
  ],
  [
    "a message of no known role with a long text",
    ChatRequest,
    { ...chat, messages: [{ role: "x", content: long }] }
  ],
  [
    "parts of a message with long texts",
    ChatRequest,
    {
      ...chat,
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: long },
            { type: "x", text: long }
          ]
        }
      ]
    }
  ],
  ["a long text where there is none", ChatRequest, { ...chat, temperature: long, more: long }],
  ["a long text in place of messages", ChatRequest, { ...chat, messages: long }],
  ["a long chunk and none", ContextualizedEmbeddingsRequest, { ...embeddings, input: [[long, 0]] }],
  [
    "items with long texts",
    ResponsesRequest,
    {
      model: "openai/gpt-5",
      input: [
        { role: "x", content: long },
        { type: "x", content: long },
        { role: "user", content: [{ type: "x", text: long }] }
      ]
    }
  ],
  ["many members in place of an object", DecisionsRequest, times(5_000, () => 0)],
  ["many messages", ChatRequest, { ...chat, messages: times(5_000, () => message) }],
  [
    "one bad message behind many",
    ChatRequest,
    { ...chat, messages: [...times(5_000, () => message), { role: "x" }] }
  ],
  ["bad messages only", ChatRequest, { ...chat, messages: times(5_000, () => 0) }],
  ["empty messages only", ChatRequest, { ...chat, messages: times(5_000, () => ({})) }],
  [
    "many parts of a message",
    ChatRequest,
    { ...chat, messages: [{ role: "user", content: times(5_000, () => ({ type: "text", text: "a" })) }] }
  ],
  [
    "bad parts of a message",
    ChatRequest,
    { ...chat, messages: [{ role: "user", content: times(5_000, () => ({ type: "text" })) }] }
  ],
  ["many chunks", ContextualizedEmbeddingsRequest, { ...embeddings, input: [times(5_000, () => "a")] }],
  [
    "more chunks than may be",
    ContextualizedEmbeddingsRequest,
    { ...embeddings, input: [times(16_001, () => "a")] }
  ],
  ["empty chunks", ContextualizedEmbeddingsRequest, { ...embeddings, input: [times(5_000, () => "")] }],
  [
    "documents that are none",
    ContextualizedEmbeddingsRequest,
    { ...embeddings, input: times(5_000, () => 0) }
  ],
  [
    "many items of a conversation",
    ResponsesRequest,
    { model: "openai/gpt-5", input: times(2_000, () => ({ type: "message", ...message })) }
  ],
  [
    "bad items of a conversation",
    ResponsesRequest,
    { model: "openai/gpt-5", input: times(2_000, () => ({})) }
  ],
  ["good parts of an echoed message", ResponsesRequest, echoed(...times(5_000, () => text))],
  ["a bad part of an echoed message", ResponsesRequest, echoed(...times(5_000, () => text), {})]
]

describe.each(["first", "all"] as const)("a check in slices that reports %s", (errors) => {
  const options: SchemaAST.ParseOptions = { errors, onExcessProperty: "error" }

  it.each(rows)("says of %s what the schema says", (_title, schema, value) => {
    const found = runToEnd(checkInSlices(schema, parsed(value), options))
    const wanted = Schema.decodeUnknownResult(Schema.toType(schema) as Schema.Codec<unknown>, options)(value)
    if (Result.isSuccess(wanted)) return assert.deepStrictEqual(found, { fits: true })
    if (!("error" in found)) return assert.fail("it finds nothing")
    const reported = ApiError.invalidRequest(wanted.failure).issues?.slice(0, 20)
    assert.deepStrictEqual(ApiError.invalidRequest(found.error).issues?.slice(0, 20), reported)
  })
})

const pausesOf = (work: Generator): number => {
  let pauses = 0
  while (work.next().done !== true) pauses++
  return pauses
}

describe("a check in slices", () => {
  it("pauses often, whatever it looks at", () => {
    for (const [title, schema, value] of rows) {
      const pauses = pausesOf(
        checkInSlices(schema, parsed(value), { errors: "all", onExcessProperty: "error" })
      )
      assert.isAbove(pauses, 0, title)
    }
  })

  it("pauses at each 64th member where several types of a union may fit, and before it asks a schema", () => {
    for (const [value, least] of [
      [echoed(...times(6_400, () => text)), 100],
      [echoed(...times(6_400, () => text), {}), 100],
      [conversation({ type: "new", id: "1", all: times(6_400, String) }), 100],
      [conversation(...times(2_000, () => echoed({}).input[0])), 20]
    ] as const) {
      const pauses = pausesOf(checkInSlices(ResponsesRequest, parsed(value), { errors: "all" }))
      assert.isAtLeast(pauses, least)
    }
  })

  it("finds what is no JSON in unknown items and fields", () => {
    const all = [...times(5_000, () => 0), 1 / 0]
    for (const fields of [
      { type: "new", id: "1" },
      { type: "search_results", results: [] }
    ]) {
      const body = parsed(conversation({ ...fields, all }))
      assert.property(runToEnd(checkInSlices(ResponsesRequest, body, {})), "error")
    }
  })

  it("pauses in a single text", () => {
    const state = [imagePart(`${png}${"AbC1".repeat(500_000)}`)]
    const pauses = pausesOf(checkInSlices(DecisionsRequest, parsed({ ...decision, state }), {}))
    assert.isAbove(pauses, 8)
  })

  it("leaves to the schema what it would take fields from", () => {
    const options: SchemaAST.ParseOptions = { errors: "all", onExcessProperty: "ignore" }
    const check = (value: unknown) => runToEnd(checkInSlices(SystemOneRequest, parsed(value), options))
    assert.deepStrictEqual(check({ ...decision, state: times(5_000, () => 0) }), { fits: true })
    assert.deepStrictEqual(check({ ...decision, ...entries(5_000, () => 0) }), { fits: false })
    assert.deepStrictEqual(check({ ...decision, more: 1, state: times(5_000, () => 0) }), { fits: false })
    assert.deepStrictEqual(
      check({ ...decision, questions: { a: { ...noul, more: 1 } }, state: times(5_000, () => 0) }),
      {
        fits: false
      }
    )
  })
})
