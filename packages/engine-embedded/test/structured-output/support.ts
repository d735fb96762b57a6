// Answers one schema from one conversation, as chat does.
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { research } from "../../src/question-answering/research.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { fillSchema, textsOf } from "../../src/structured-output/structuredAnswer.ts"
import { SchemaPool } from "../../src/structured-output/SchemaPool.ts"
import { SharedLexicon } from "../../src/vectors/dataFile.ts"

/** The value for a schema; the message of the refusal where there is none. */
export const answer = Effect.fnUntraced(function* (
  schema: Schema.JsonObject,
  conversation: string | ReadonlyArray<Turn>
) {
  const turns =
    typeof conversation === "string" ? [{ role: "user" as const, text: conversation }] : conversation
  const lexicon = yield* SharedLexicon
  const findings = yield* research({
    question: runSync(readQuestion(lexicon, turns)),
    maxQueries: 1,
    searchPolicy: "never",
    searchPages: () => Effect.succeed([])
  })
  const result = yield* fillSchema(yield* SchemaPool, yield* Decisions, schema, textsOf(findings, turns))
  return Result.match(result, {
    onSuccess: (text) => JSON.parse(text) as Schema.Json,
    onFailure: (message) => message
  })
})

/** The value of one field; null where it is not found. */
export const field = (name: string, node: Schema.JsonObject, conversation: string | ReadonlyArray<Turn>) => {
  const nullable = { anyOf: [node, { type: "null" }] }
  const schema = { type: "object", required: [name], properties: { [name]: nullable } }
  return Effect.map(answer(schema, conversation), (value) =>
    typeof value === "string" ? value : (Object(value)[name] ?? null)
  )
}
