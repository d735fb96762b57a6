// Answers one schema from one conversation, as chat does.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Turn } from "../../src/question-answering/conversation.ts"
import { valueFor } from "../../tools/structured-output/fields.ts"

/** The value for a schema; the message of the refusal where there is none. */
export const answer = (schema: Schema.JsonObject, conversation: string | ReadonlyArray<Turn>) =>
  Effect.map(
    valueFor(
      schema,
      typeof conversation === "string" ? [{ role: "user", text: conversation }] : conversation
    ),
    Result.merge
  )

/** The value of one field; null where it is not found. */
export const field = (name: string, node: Schema.JsonObject, conversation: string | ReadonlyArray<Turn>) => {
  const nullable = { anyOf: [node, { type: "null" }] }
  const schema = { type: "object", required: [name], properties: { [name]: nullable } }
  return Effect.map(answer(schema, conversation), (value) =>
    typeof value === "string" ? value : (Object(value)[name] ?? null)
  )
}
