// Asks for JSON of a schema, and reads its value from the text of the response: the same for chat and for responses.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { aBoolean, checkOptions, type Checks } from "../../client/optionChecks.ts"
import type { ResponseInfo } from "../../client/response/ResponseInfo.ts"
import { withResponse } from "../../client/responseAccess.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import type { ViaStreamOptions } from "../../validation/methodTypes.ts"
import { type AnySchema, decode, type SchemaViolation } from "../json-schema/AnySchema.ts"
import {
  formatOptions,
  jsonSchemaFormat,
  type JsonSchemaFormat,
  type JsonSchemaFormatOptions
} from "./jsonSchemaFormat.ts"
import { noticeOf } from "../overClient.ts"
import { StructuredOutputError, type StructuredOutputReason } from "./StructuredOutputError.ts"

/** A value of a schema, and the response whose text it was. */
export interface Parsed<A, Response> {
  /** The value, checked and decoded. */
  readonly parsed: A
  /** The response itself: id, usage, sources. */
  readonly response: Response
  /** What the server did otherwise, such as `not-found=/phone`: values that are in no source. Missing without such. */
  readonly notice?: NonNullable<ResponseInfo["notice"]>
}

/** The text of a response, before it is read. */
export interface OutputText {
  readonly text: string
  /** Why there is no whole answer in the text, if there is none. */
  readonly refusal?: boolean
  readonly incomplete?: boolean
}

/** Options of the effects. */
export type ParseOptions = JsonSchemaFormatOptions & ViaStreamOptions

/** The check of each option. */
export const parseOptions = { ...formatOptions, viaStream: aBoolean } satisfies Checks<ParseOptions>

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
const readParsed = <A, Response>(
  schema: AnySchema<A>,
  response: Response,
  { incomplete, refusal, text }: OutputText,
  notice: ResponseInfo["notice"]
): Effect.Effect<Parsed<A, Response>, StructuredOutputError> => {
  const failed = (reason: StructuredOutputReason, issues: ReadonlyArray<SchemaViolation> = []) =>
    Effect.fail(new StructuredOutputError({ message: messages[reason], reason, text, issues, response }))
  if (refusal === true) return failed("refusal")
  if (incomplete === true) return failed("incomplete")
  if (text.trim() === "") return failed("empty")
  const json = parseJson(text)
  if (Result.isFailure(json)) return failed("json")
  return Effect.flatMap(decode(schema, json.success), (result) => {
    return Result.isSuccess(result)
      ? Effect.succeed({ parsed: result.success, response, ...(notice !== undefined && { notice }) })
      : failed("schema", result.failure)
  })
}

interface Asked<Request, Response> {
  readonly create: (request: Request, options?: ViaStreamOptions) => Effect.Effect<Response, ApiError>
}

/** Makes the helper of a service: `textOf` finds the text of a response. */
export const makeParse =
  <I, Request extends object, Response extends object>(
    service: Context.Service<I, Asked<Request & { readonly response_format: JsonSchemaFormat }, Response>>,
    textOf: (response: Response) => OutputText
  ) =>
  <A>(
    request: Request,
    schema: AnySchema<A>,
    options: ParseOptions = {}
  ): Effect.Effect<Parsed<A, Response>, ApiError | StructuredOutputError, I> =>
    service.use(({ create }) => {
      checkOptions(options, parseOptions)
      const { viaStream, ...format } = options
      const response_format = jsonSchemaFormat(schema, format)
      return Effect.flatMap(
        withResponse(create({ ...request, response_format }, { viaStream })),
        ({ data, response }) => readParsed(schema, data, textOf(data), response?.notice ?? noticeOf(data))
      )
    })
