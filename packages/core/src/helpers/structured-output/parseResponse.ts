// A run of responses whose answer is a value of a schema.
// Source: §2.8, §4.7.
import * as Effect from "effect/Effect"
import { checkOptions } from "../../client/optionChecks.ts"
import type { PromiseMethodTypes, RequestOptions } from "../../client/promise/promisify.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import type { Response, ResponsesRequest } from "../../resources/responses/schema.ts"
import { Responses, type ResponsesMethods } from "../../resources/responses/service.ts"
import type { ViaStreamOptions } from "../../validation/methodTypes.ts"
import { checkResource } from "../checkResource.ts"
import type { AnySchema } from "../json-schema/AnySchema.ts"
import { jsonSchemaFormat, type JsonSchemaFormatOptions } from "./jsonSchemaFormat.ts"
import { parseEffectOptions, parseOptions } from "./parseOptions.ts"
import { type OutputText, type Parsed, readParsed } from "./readParsed.ts"
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

/**
 * Asks for JSON of a schema, and checks the last message against it. Rejects as `responses.create` does, and with a
 * {@link StructuredOutputError} for an answer that does not fit, or a run that did not complete.
 */
export const parseResponse = async <A>(
  responses: Pick<ResponsesMethods<PromiseMethodTypes>, "create">,
  request: ParseResponseRequest,
  schema: AnySchema<A>,
  given: JsonSchemaFormatOptions & RequestOptions & ViaStreamOptions = {}
): Promise<Parsed<A, Response>> => {
  checkResource(responses, "responses")
  checkOptions(given, parseOptions)
  const { description, name, strict, ...options } = given
  const response_format = jsonSchemaFormat(schema, { description, name, strict })
  const response = await responses.create({ ...request, response_format }, options)
  return Effect.runPromise(readParsed(schema, response, textOf(response)))
}

/** {@link parseResponse} as an effect, over the service. A schema that JSON Schema cannot express is a defect. */
export const parseResponseEffect = <A>(
  request: ParseResponseRequest,
  schema: AnySchema<A>,
  options: JsonSchemaFormatOptions & ViaStreamOptions = {}
): Effect.Effect<Parsed<A, Response>, ApiError | StructuredOutputError, Responses> =>
  Effect.flatMap(Responses, (responses) => {
    checkOptions(options, parseEffectOptions)
    const { viaStream, ...format } = options
    return Effect.flatMap(
      responses.create({ ...request, response_format: jsonSchemaFormat(schema, format) }, { viaStream }),
      (response) => readParsed(schema, response, textOf(response))
    )
  })
