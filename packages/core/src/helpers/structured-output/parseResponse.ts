// A run of responses whose answer is a value of a schema.
// Source: §2.8, §4.7.
import * as Effect from "effect/Effect"
import type { PromiseMethodTypes, RequestOptions } from "../../client/promise/promisify.ts"
import { captureCaller, runPromise } from "../../client/promise/runPromise.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import type { Response, ResponsesRequest } from "../../resources/responses/schema.ts"
import { Responses, type ResponsesMethods } from "../../resources/responses/service.ts"
import type { AnySchema } from "../json-schema/AnySchema.ts"
import { overClient } from "../overClient.ts"
import { makeParse, type OutputText, type Parsed, type ParseOptions, parseOptions } from "./parse.ts"
import type { StructuredOutputError } from "./StructuredOutputError.ts"

/** A responses request without `response_format`, which the schema sets. */
export type ParseResponseRequest = Omit<ResponsesRequest, "response_format" | "stream">

/** The text of the last message: earlier ones announce what the run is about to do. */
const textOf = ({ output, status }: Response): OutputText => {
  const parts = output.findLast((item) => item.type === "message")?.content ?? []
  return {
    text: parts.map(({ text }) => text).join(""),
    refusal: parts.some(({ type }) => type === "refusal"),
    incomplete: status !== "completed"
  }
}

/** {@link parseResponse} as an effect, over the service. A schema that JSON Schema cannot express is a defect. */
export const parseResponseEffect: <A>(
  request: ParseResponseRequest,
  schema: AnySchema<A>,
  options?: ParseOptions
) => Effect.Effect<Parsed<A, Response>, ApiError | StructuredOutputError, Responses> = makeParse(
  Responses,
  textOf
)

/**
 * Asks for JSON of a schema, and checks the last message against it. Rejects as `responses.create` does, and with a
 * {@link StructuredOutputError} for an answer that does not fit, or a run that did not complete.
 */
export const parseResponse = <A>(
  responses: Pick<ResponsesMethods<PromiseMethodTypes>, "create">,
  request: ParseResponseRequest,
  schema: AnySchema<A>,
  options: ParseOptions & RequestOptions = {}
): Promise<Parsed<A, Response>> => {
  const given = { resource: responses, name: "responses", method: "create" } as const
  const { provide, signal } = overClient(Responses, given, options, parseOptions)
  const parsed = provide((own) => parseResponseEffect(request, schema, own))
  return runPromise(Effect.runFork, parsed, signal, captureCaller(parseResponse))
}
