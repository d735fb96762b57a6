// Labelled fields for structured output: reads them, answers them, and counts what is right, wrong, declined, invented.
import { readFileSync } from "node:fs"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { layerDecisions } from "../../src/index.ts"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { research } from "../../src/question-answering/research.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { layerSchemaPool, SchemaPool } from "../../src/structured-output/SchemaPool.ts"
import { fillSchema, textsOf } from "../../src/structured-output/structuredAnswer.ts"
import { jsonEquals } from "../../src/structured-output/validate.ts"
import { layerSharedLexicon, SharedLexicon } from "../../src/vectors/dataFile.ts"

const Page = Schema.Tuple([Schema.String, Schema.String])

const Case = Schema.Struct({
  message: Schema.String,
  /** Title and Markdown of the pages that a search gives, in this order. */
  pages: Schema.optional(Schema.Array(Page)),
  fields: Schema.Record(Schema.String, Schema.Tuple([Schema.Record(Schema.String, Schema.Json), Schema.Json]))
})

/** Sets of labelled cases. The engine was developed on the first three; of the others only totals were looked at. */
const sets = [
  "fields",
  "fieldsTuning",
  "fieldsOfPages",
  "fieldsHeldOut",
  "fieldsUnseen",
  "fieldsOfPagesUnseen",
  "fieldsInFourLanguages"
] as const

/** The labelled cases of a set: a message, and for each field its schema and value; null where the message has none. */
export const casesOf = (set: (typeof sets)[number]): ReadonlyArray<typeof Case.Type> =>
  Schema.decodeSync(Schema.fromJsonString(Schema.Array(Case)))(
    readFileSync(new URL(`../../eval/${set}.json`, import.meta.url), "utf8")
  )

/** The result for a field. `declined`: no value where the message has one; `invented`: a value where it has none. */
type Verdict = "right" | "wrong" | "declined" | "invented"

const isNothing = (value: Schema.Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

const judge = (expected: Schema.Json, got: Schema.Json): Verdict => {
  if (isNothing(expected)) return isNothing(got) ? "right" : "invented"
  if (isNothing(got)) return "declined"
  return jsonEquals(expected, got) ? "right" : "wrong"
}

/** The value for a schema from a conversation, and from pages if a search gives some. A failure where the schema takes none. */
export const valueFor = Effect.fnUntraced(function* (
  schema: Schema.JsonObject,
  turns: ReadonlyArray<Turn>,
  pages: ReadonlyArray<typeof Page.Type> = []
) {
  const findings = yield* research({
    question: runSync(readQuestion(yield* SharedLexicon, turns)),
    maxQueries: 1,
    searchPolicy: pages.length > 0 ? "always" : "never",
    searchPages: () =>
      Effect.succeed(
        pages.map(([title, snippet], at) => ({ title, snippet, url: `https://pages.example/${at}` }))
      )
  })
  const filled = yield* fillSchema(yield* SchemaPool, yield* Decisions, schema, textsOf(findings, turns))
  return Result.map(filled, (text) => JSON.parse(text) as Schema.Json)
})

const nullable = (schema: Schema.JsonObject) =>
  typeof schema["type"] === "string" ? { ...schema, type: [schema["type"], "null"] } : schema

/** Answers cases with a schema whose fields may be null. */
export const answerCases = Effect.fnUntraced(function* (cases: ReadonlyArray<typeof Case.Type>) {
  const results: Array<{ readonly verdict: Verdict }> = []
  for (const { fields, message, pages = [] } of cases) {
    const names = Object.keys(fields)
    const schema = {
      type: "object",
      required: names,
      properties: Object.fromEntries(Object.entries(fields).map(([name, [node]]) => [name, nullable(node)]))
    }
    const value = Result.getOrThrow(yield* valueFor(schema, [{ role: "user", text: message }], pages))
    for (const [name, [, expected]] of Object.entries(fields))
      results.push({ verdict: judge(expected, Object(value)[name] ?? null) })
  }
  return results
})

/** The results of all sets, each after its name. */
export const answerFields = Effect.provide(
  Effect.forEach(sets, (set) => Effect.map(answerCases(casesOf(set)), (results) => [set, results] as const)),
  Layer.mergeAll(layerDecisions, layerSharedLexicon, layerSchemaPool)
)
