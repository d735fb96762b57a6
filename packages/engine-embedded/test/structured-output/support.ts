// Answers one schema from one conversation, as chat does.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { valueFor } from "../../tools/structured-output/fields.ts"

export const lighthouse =
  "The lighthouse of Petit Minou was built in 1848. Its light reaches 19 nautical miles. The keeper is Anne Le Goff. " +
  "Write to light@minou.example before 2026-12-24. The shop sells maps, ropes, lamps and books. It is open on Sunday."

/** The value for a schema; the message of the refusal where there is none. */
export const answer = (schema: Schema.JsonObject, conversation: string | ReadonlyArray<Turn>) => {
  const turns =
    typeof conversation === "string" ? [{ role: "user" as const, text: conversation }] : conversation
  return Effect.map(valueFor(schema, turns), Result.merge)
}

/** The value of one field; null where it is not found. */
export const field = (name: string, node: Schema.JsonObject, conversation: string | ReadonlyArray<Turn>) => {
  const nullable = { anyOf: [node, { type: "null" }] }
  const schema = { type: "object", required: [name], properties: { [name]: nullable } }
  return Effect.map(answer(schema, conversation), (value) =>
    typeof value === "string" ? value : (Object(value)[name] ?? null)
  )
}
