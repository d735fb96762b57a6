// Labelled fields for structured output: reads them, answers them, and counts what is right, wrong, declined, invented.
import { readFileSync } from "node:fs"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { layerDecisions } from "../../src/index.ts"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { research } from "../../src/question-answering/research.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { layerSchemaPool, SchemaPool } from "../../src/structured-output/SchemaPool.ts"
import { fillSchema, textsOf } from "../../src/structured-output/structuredAnswer.ts"
import { jsonEquals } from "../../src/structured-output/validate.ts"
import { layerSharedLexicon, SharedLexicon } from "../../src/vectors/dataFile.ts"

type Page = readonly [title: string, markdown: string]

interface Case {
  readonly message: string
  /** The pages that a search gives, in this order. */
  readonly pages?: ReadonlyArray<Page>
  /** The schema and the value of each field; null where the message has none. */
  readonly fields: Readonly<Record<string, readonly [schema: Schema.JsonObject, value: Schema.Json]>>
}

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

const isNothing = (value: Schema.Json): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** `declined`: no value where the message has one; `invented`: a value where it has none. */
const judge = (expected: Schema.Json, got: Schema.Json): "right" | "wrong" | "declined" | "invented" => {
  if (isNothing(expected)) return isNothing(got) ? "right" : "invented"
  if (isNothing(got)) return "declined"
  return jsonEquals(expected, got) ? "right" : "wrong"
}

/** The value for a schema from a conversation, and from pages if a search gives some. A failure where the schema takes none. */
export const valueFor = Effect.fnUntraced(function* (
  schema: Schema.JsonObject,
  turns: ReadonlyArray<Turn>,
  pages: ReadonlyArray<Page> = []
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

/** Answers the cases of a set with schemas whose fields may be null; what each field is worth. */
export const answersOfSet = Effect.fnUntraced(function* (set: (typeof sets)[number]) {
  const file = new URL(`../../eval/${set}.json`, import.meta.url)
  const cases: ReadonlyArray<Case> = JSON.parse(readFileSync(file, "utf8"))
  const verdicts: Array<ReturnType<typeof judge>> = []
  for (const { fields, message, pages } of cases) {
    const properties = Object.fromEntries(
      Object.entries(fields).map(([name, [node]]) => [name, nullable(node)])
    )
    const schema = { type: "object", required: Object.keys(fields), properties }
    const value = Result.getOrThrow(yield* valueFor(schema, [{ role: "user", text: message }], pages))
    for (const [name, [, expected]] of Object.entries(fields))
      verdicts.push(judge(expected, Object(value)[name] ?? null))
  }
  return verdicts
})

/** {@link answersOfSet} of all sets, each after its name. */
export const answerFields = Effect.provide(
  Effect.forEach(sets, (set) => Effect.map(answersOfSet(set), (verdicts) => [set, verdicts] as const)),
  Layer.mergeAll(layerDecisions, layerSharedLexicon, layerSchemaPool)
)
