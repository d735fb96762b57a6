// Large requests, good and bad: a check in slices says of each what its schema says.
import { assert, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as ApiError from "../../../src/errors/ApiError.ts"
import { incrementalParse } from "../../../src/protocol/json/incrementalParse.ts"
import { chunksOfText } from "../../../src/protocol/json/TextReader.ts"
import { ServedDecisionsRequest as DecisionsRequest } from "../../../src/resources/decisions/serverRequest.ts"
import { ContextualizedEmbeddingsRequest } from "../../../src/resources/embeddings/contextualized/schema.ts"
import { ResponsesRequest } from "../../../src/resources/responses/schema.ts"
import { ChatRequest } from "../../../src/schema/chat/Request.ts"
import { runToEnd } from "../../../src/scheduling/resumable.ts"
import { checkInSlices } from "../../../src/server/body/incrementalValidate.ts"
import { runs } from "../../fixtures/runs.ts"

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
const message = { role: "user", content: "a" }

/** An image part of 2 MB. */
const imagePart = (end = "") => ({
  type: "image_url",
  image_url: {
    url: `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${"AbC1".repeat(500_000)}${end}`
  }
})

const text = { type: "output_text", text: "" }
const conversation = (...input: ReadonlyArray<unknown>) => ({ model: "openai/gpt-5", input })
const echoed = (...content: ReadonlyArray<unknown>) =>
  conversation({ type: "message", id: "1", role: "assistant", content })

/** Fields, or a value in place of the request, with so many members in one place. */
const rows = (many: number) => {
  const names = entries(many, () => 0)
  const long = "a ".repeat(100_000)
  const asking = (more: object) => ({ questions: { a: noul, ...more } })
  const decisions: { readonly [title: string]: object } = {
    "a state of many names": { state: entries(many, (at) => [at]) },
    "a state that is no JSON in two places far inside": { state: { ...names, a: [{ b: 1 / 0 }], c: 1 / 0 } },
    "unknown fields beside good ones": names,
    "more questions than may be": { questions: entries(many, () => noul) },
    "too much in one of two questions": asking({ a: { ...noul, ...names }, b: noul }),
    "a large image that ends wrong": { state: [imagePart("AbC!")] }
  }
  const chats: typeof decisions = {
    "a long text where there is none": { temperature: long, more: long },
    "one bad message behind many": { messages: [...times(many, () => message), { role: "x" }] }
  }
  const chunks: typeof decisions = {
    "a long chunk and none": { input: [[long, 0]] },
    "more chunks than may be": { input: [times(16_001, () => "a")] }
  }
  const items: typeof decisions = {
    "a bad part of an echoed message": echoed(...times(many, () => text), {})
  }
  const of = (schema: Schema.Top, good: object, all: typeof decisions) =>
    Object.entries(all).map(([title, fields]) => {
      return [title, schema as Schema.Codec<unknown>, { ...good, ...fields }] as const
    })
  return [
    ...of(DecisionsRequest, decision, decisions),
    ...of(ChatRequest, { model: "sonar-pro", messages: [message] }, chats),
    ...of(ContextualizedEmbeddingsRequest, { model: "svc-embed-context-v1-4b", input: [["a"]] }, chunks),
    ...of(ResponsesRequest, {}, items)
  ]
}

it.each(rows(runs(700, 5_000)))(
  "a check in slices says of %s what the schema says, and pauses",
  (_, schema, value) => {
    for (const errors of ["first", "all"] as const) {
      const options: SchemaAST.ParseOptions = { errors, onExcessProperty: "error" }
      const found = runToEnd(checkInSlices(schema, parsed(value), options))
      const wanted = Schema.decodeResult(Schema.toType(schema), options)(value)
      if (errors === "all") assert.isFalse(checkInSlices(schema, parsed(value), options).next().done)
      if (Result.isSuccess(wanted)) assert.deepStrictEqual(found, { fits: true })
      else if (!("error" in found)) assert.fail("it finds nothing")
      else
        assert.deepStrictEqual(
          ApiError.invalidRequest(found.error).issues?.slice(0, 20),
          ApiError.invalidRequest(wanted.failure).issues?.slice(0, 20)
        )
    }
  }
)
