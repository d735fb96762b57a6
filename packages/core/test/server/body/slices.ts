// Large requests, good and bad: a check in slices says of each what its schema says.
import { assert, describe, it } from "@effect/vitest"
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

export const times = <A>(count: number, one: (at: number) => A) =>
  Array.from({ length: count }, (_, at) => one(at))
const entries = (count: number, one: (at: number) => unknown) =>
  Object.fromEntries(times(count, (at) => [`k${at}`, one(at)]))

/** As it comes from a text; what is not finite is a number too large. */
export const parsed = (value: unknown) => {
  const text = JSON.stringify(value, (_, one: unknown) => (one === 1 / 0 ? "infinite" : one))
  const found = runToEnd(incrementalParse(chunksOfText(text.replaceAll('"infinite"', "1e999"))))
  return "value" in found ? found : assert.fail(`wrong at ${found.errorAt}`)
}

const noul = { type: "noul", instructions: "Is it?" }
export const decision = { model: "decider-27b", state: "", questions: { a: noul } }
const message = { role: "user", content: "a" }

/** An image part of 2 MB. */
const imagePart = (end = "") => ({
  type: "image_url",
  image_url: {
    url: `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${"AbC1".repeat(500_000)}${end}`
  }
})

export const text = { type: "output_text", text: "" }
export const conversation = (...input: ReadonlyArray<unknown>) => ({ model: "openai/gpt-5", input })
export const echoed = (...content: ReadonlyArray<unknown>) =>
  conversation({ type: "message", id: "1", role: "assistant", content })

/** Fields, or a value in place of the request, with so many members in one place. */
const rows = (many: number) => {
  const zeros = times(many, () => 0)
  const names = entries(many, () => 0)
  const long = "a ".repeat(100_000)
  const asking = (more: object) => ({ questions: { a: noul, ...more } })
  const parts = (...content: ReadonlyArray<unknown>) => ({ messages: [{ role: "user", content }] })
  const decisions: { readonly [title: string]: object } = {
    "many members in place of an object": zeros,
    "a state of many names": { state: entries(many, (at) => [at]) },
    "a state that is no JSON in two places far inside": { state: { ...names, a: [{ b: 1 / 0 }], c: 1 / 0 } },
    "unknown fields beside good ones": names,
    "many questions that are none": { questions: names },
    "more questions than may be": { questions: entries(many, () => noul) },
    "an invalid level behind many": asking({
      b: { type: "score", criteria: [...times(many, () => "a"), 0] }
    }),
    "a question of no known type with many fields": asking({ a: { type: "x", criteria: names } }),
    "too much in one of two questions": asking({ a: { ...noul, ...names }, b: noul }),
    "a large image": { state: [imagePart()] },
    "a large image that ends wrong": { state: [imagePart("AbC!")] },
    "a question of no known type with a long text": asking({ a: { type: "x", instructions: long } })
  }
  const chats: typeof decisions = {
    "parts of a message with long texts": parts({ type: "text", text: long }, { type: "x", text: long }),
    "a long text where there is none": { temperature: long, more: long },
    "one bad message behind many": { messages: [...times(many, () => message), { role: "x" }] },
    "bad messages only": { messages: zeros },
    "many parts of a message": parts(...times(many, () => ({ type: "text", text: "a" })))
  }
  const chunks: typeof decisions = {
    "a long chunk and none": { input: [[long, 0]] },
    "more chunks than may be": { input: [times(16_001, () => "a")] }
  }
  const items: typeof decisions = {
    "items with long texts": conversation({ role: "x", content: long }, { type: "x", content: long }),
    "bad items of a conversation": conversation(...times(many, () => ({}))),
    "good parts of an echoed message": echoed(...times(many, () => text)),
    "a bad part of an echoed message": echoed(...times(many, () => text), {})
  }
  return [
    [DecisionsRequest, decision, decisions],
    [ChatRequest, { model: "sonar-pro", messages: [message] }, chats],
    [ContextualizedEmbeddingsRequest, { model: "svc-embed-context-v1-4b", input: [["a"]] }, chunks],
    [ResponsesRequest, {}, items]
  ] as const
}

export const pausesOf = (work: Generator): number => {
  let pauses = 0
  while (work.next().done !== true) pauses++
  return pauses
}

export const checksOfRows = (many: number) =>
  describe.each(["first", "all"] as const)("a check in slices that reports %s", (errors) => {
    const options: SchemaAST.ParseOptions = { errors, onExcessProperty: "error" }
    for (const [schema, good, all] of rows(many)) {
      it.each(Object.entries(all))("says of %s what the schema says, and pauses", (_, fields) => {
        const value = Array.isArray(fields) ? fields : { ...good, ...fields }
        const found = runToEnd(checkInSlices(schema, parsed(value), options))
        const decode = Schema.decodeUnknownResult(
          Schema.toType(schema as Schema.Top) as Schema.Codec<unknown>,
          options
        )
        const wanted = decode(value)
        if (errors === "all") assert.isAbove(pausesOf(checkInSlices(schema, parsed(value), options)), 0)
        if (Result.isSuccess(wanted)) return assert.deepStrictEqual(found, { fits: true })
        if (!("error" in found)) return assert.fail("it finds nothing")
        const reported = ApiError.invalidRequest(wanted.failure).issues?.slice(0, 20)
        assert.deepStrictEqual(ApiError.invalidRequest(found.error).issues?.slice(0, 20), reported)
      })
    }
  })
