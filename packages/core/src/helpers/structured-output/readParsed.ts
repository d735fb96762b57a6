// Reads the value of a schema from the text of a response.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type AnySchema, decode, type SchemaViolation } from "../json-schema/AnySchema.ts"
import { StructuredOutputError, type StructuredOutputReason } from "./StructuredOutputError.ts"

/** A value of a schema, and the response whose text it was. */
export interface Parsed<A, Response> {
  /** The value, checked and decoded. */
  readonly parsed: A
  /** The response itself: id, usage, sources. */
  readonly response: Response
}

/** What the text of a response is, before it is read. */
export interface OutputText {
  readonly text: string
  /** Why there is no whole answer in the text, if there is none. */
  readonly refusal?: boolean
  readonly incomplete?: boolean
}

const messages: { readonly [R in StructuredOutputReason]: string } = {
  incomplete: "The response ended before its output was whole.",
  refusal: "The model refused to answer.",
  empty: "The response has no text.",
  json: "The output is not JSON.",
  schema: "The output does not fit the schema: see issues."
}

// Models that reason aloud put their thoughts before the JSON.
const thoughts = /^\s*<think>[^]*?<\/think>/

const parseJson = (text: string): Result.Result<unknown, unknown> =>
  Result.try(() => JSON.parse(text.replace(thoughts, "")) as unknown)

/** The value in the text of a response, or why there is none. */
export const readParsed = <A, Response>(
  schema: AnySchema<A>,
  response: Response,
  { incomplete, refusal, text }: OutputText
): Effect.Effect<Parsed<A, Response>, StructuredOutputError> => {
  const failed = (reason: StructuredOutputReason, issues: ReadonlyArray<SchemaViolation> = []) =>
    Effect.fail(new StructuredOutputError({ message: messages[reason], reason, text, issues, response }))
  if (refusal === true) return failed("refusal")
  if (incomplete === true) return failed("incomplete")
  if (text.trim() === "") return failed("empty")
  const json = parseJson(text)
  if (Result.isFailure(json)) return failed("json")
  return Effect.flatMap(decode(schema, json.success), (result) => {
    if (Result.isSuccess(result)) return Effect.succeed({ parsed: result.success, response })
    return failed("schema", result.failure)
  })
}
