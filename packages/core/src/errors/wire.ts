// How each failure crosses HTTP as an error object. One codec a class; a room lists those it sends.
// Source: §2.4, §7.1; Assumed: ours for the sentences of 5xx, which never carry a cause's own text.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as ApiError from "./ApiError.ts"

/** The body of a failure. Callers branch on the HTTP status, never on `code` or `type`. */
export const ErrorObject = Schema.Struct({
  error: Schema.Struct({
    message: Schema.String,
    type: Schema.String,
    code: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Int]))),
    param: Schema.optionalKey(Schema.NullOr(Schema.String))
  })
}).annotate({ identifier: "ErrorObject" })

/** {@link ErrorObject}, readonly. */
export type ErrorObject = typeof ErrorObject.Type

const object = (message: string, type: string, param: string | null = null): ErrorObject => ({
  error: { message, type, code: null, param }
})

/** Status and sentence of every failure whose own text stays on the server. */
const outage = {
  internal: object("The service failed.", "internal_error"),
  gateway: object("The model service could not be reached.", "bad_gateway"),
  unavailable: object("The service is temporarily unavailable.", "service_unavailable"),
  timeout: object("The model did not answer in time.", "gateway_timeout")
} as const

/** The body of a plain 500, for what has no class. */
export const internalError: ErrorObject = outage.internal

const bodyOf = (status: number) => ErrorObject.annotate({ httpApiStatus: status })

/** The body alone says all: status and two pure mappings. */
const bodyOnly = <S extends Schema.Top>(
  self: S,
  status: number,
  encode: (error: S["Type"]) => ErrorObject,
  decode: (body: ErrorObject) => S["Type"]
) =>
  ErrorObject.pipe(
    Schema.decodeTo(Schema.toType(self), SchemaTransformation.transform({ decode, encode }))
  ).annotate({ httpApiStatus: status })

const seconds = (milliseconds: number | undefined) => Math.max(1, Math.ceil((milliseconds ?? 1000) / 1000))
const retryAfter = { "retry-after": Schema.FiniteFromString }

/** 400. */
export const invalidRequest = bodyOnly(
  ApiError.InvalidRequestError,
  400,
  (error) => object(error.message, error.type ?? "invalid_request_error", error.param),
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)

/**
 * 401 for a key refused here; one refused elsewhere is {@link foreignAuthentication}.
 * Assumed: seen. No `param`; `code` is the integer 401.
 */
export const authentication = ApiError.AuthenticationError.check(
  Schema.makeFilter((error) => (error.status === undefined ? undefined : "Expected a key refused here"))
).pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: bodyOf(401), headers: { "www-authenticate": Schema.Literal("Bearer") } },
    {
      decode: ({ body }) => new ApiError.AuthenticationError({ message: body.error.message, status: 401 }),
      encode: () => ({
        body: { error: { message: "Invalid API key.", type: "invalid_api_key", code: 401 } },
        headers: { "www-authenticate": "Bearer" as const }
      })
    }
  )
)

/** 413. */
export const payloadTooLarge = bodyOnly(
  ApiError.PayloadTooLargeError,
  413,
  (error) => object(error.message, "invalid_request_error"),
  ({ error }) => new ApiError.PayloadTooLargeError({ message: error.message, status: 413 })
)

/** 429 with `Retry-After` in whole seconds, at least 1. */
export const rateLimit = ApiError.RateLimitError.pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: bodyOf(429), headers: retryAfter },
    {
      decode: ({ body, headers }) =>
        new ApiError.RateLimitError({
          message: body.error.message,
          status: 429,
          retryAfter: headers["retry-after"] * 1000
        }),
      encode: (error) => ({
        body: object(error.message, "too_many_requests"),
        headers: { "retry-after": seconds(error.retryAfter) }
      })
    }
  )
)

/** 500. */
export const internalServer = bodyOnly(
  ApiError.InternalServerError,
  500,
  () => outage.internal,
  ({ error }) => new ApiError.InternalServerError({ message: error.message, status: 500 })
)

/** 502 for a broken connection to the engine. */
export const connection = bodyOnly(
  ApiError.ConnectionError,
  502,
  () => outage.gateway,
  ({ error }) =>
    new ApiError.ConnectionError({
      message: error.message,
      status: 502,
      phase: "service",
      reason: "badGateway"
    })
)

/** 502 for an engine whose answer is not of the contract. */
export const invalidResponse = bodyOnly(
  ApiError.InvalidResponseError,
  502,
  () => outage.gateway,
  ({ error }) => new ApiError.InvalidResponseError({ message: error.message, status: 502 })
)

/** 503 with `Retry-After` in whole seconds, at least 1. */
export const unavailable = ApiError.UnavailableError.pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: bodyOf(503), headers: retryAfter },
    {
      decode: ({ body, headers }) =>
        new ApiError.UnavailableError({
          message: body.error.message,
          status: 503,
          retryAfter: headers["retry-after"] * 1000
        }),
      encode: (error) => ({
        body: outage.unavailable,
        headers: { "retry-after": seconds(error.retryAfter) }
      })
    }
  )
)

/** 504. */
export const deadlineExceeded = bodyOnly(
  ApiError.DeadlineExceededError,
  504,
  () => outage.timeout,
  ({ error }) => new ApiError.DeadlineExceededError({ message: error.message, status: 504, phase: "service" })
)

/**
 * A plain 500 for failures an operation does not document: those of an engine's own calls to others,
 * which say nothing about the caller's key, path or stored state. Encodes only.
 */
export const outside = <E extends ApiError.ApiError>(self: Schema.Codec<E, unknown>) =>
  ErrorObject.pipe(
    Schema.decodeTo(
      Schema.toType(self),
      SchemaTransformation.transformEffect<E, ErrorObject>({
        decode: (_body, options) =>
          Effect.fail(new SchemaIssue.Forbidden({ message: "A plain 500 has no class" }, undefined, options)),
        encode: () => Effect.succeed(outage.internal)
      })
    )
  ).annotate({ httpApiStatus: 500 })

/** A key that another server refused: not the caller's, so a plain 500. */
export const foreignAuthentication = outside(
  ApiError.AuthenticationError.check(
    Schema.makeFilter((error) =>
      error.status === undefined ? "Expected a key refused elsewhere" : undefined
    )
  )
)

/** What any engine may fail with, whatever was asked. */
export const outages = [internalServer, connection, invalidResponse, unavailable, deadlineExceeded] as const
