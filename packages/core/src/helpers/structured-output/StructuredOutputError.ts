// The failure of a response whose text is not what the schema says.
import * as Data from "effect/Data"
import type { SchemaViolation } from "../json-schema/AnySchema.ts"

/**
 * Why there is no value. `incomplete`: the text was cut at a token limit, or the run failed or waits for a function.
 * `refusal`: the model declined. `empty`: no text. `json`: the text is not JSON. `schema`: the JSON does not fit.
 */
export type StructuredOutputReason = "incomplete" | "refusal" | "empty" | "json" | "schema"

/**
 * The response has no value of the schema. Its message holds no text of the model. `text`, `issues` (their paths have names
 * that the model chose) and `response` do, so they are not enumerable: no log of the error shows them. Ask again, or allow more tokens.
 */
export class StructuredOutputError extends Data.TaggedError("StructuredOutputError")<{
  readonly message: string
  readonly reason: StructuredOutputReason
}> {
  /** The text of the model; empty without any. */
  declare readonly text: string
  /** Violations of the schema; empty unless `reason` is `schema`. */
  declare readonly issues: ReadonlyArray<SchemaViolation>
  /** The whole response: a `ChatCompletion`, or a `Response`. */
  declare readonly response: unknown

  constructor({
    message,
    reason,
    ...hidden
  }: Pick<StructuredOutputError, "message" | "reason" | "text" | "issues" | "response">) {
    super({ message, reason })
    for (const [name, value] of Object.entries(hidden)) Object.defineProperty(this, name, { value })
  }
}
