// How each failure crosses HTTP: one codec a class, and the lists that rooms send.
// Source: §2.4, §7.1, §7.2. Assumed: ours. The sentences of 5xx are fixed: a cause's own text never leaves.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as ApiError from "./ApiError.ts"
import { ErrorDetail, ErrorObject, object, outage } from "./bodies.ts"
import { of } from "./schema.ts"

/** The body alone says all: status and two pure mappings. */
const bodyOnly = <S extends Schema.Top, B extends Schema.Top>(
  self: S,
  status: number,
  body: B,
  encode: (error: S["Type"]) => B["Type"],
  decode: (body: B["Type"]) => S["Type"]
) =>
  body
    .pipe(Schema.decodeTo(Schema.toType(self), SchemaTransformation.transform({ decode, encode })))
    .annotate({ httpApiStatus: status })

const InvalidRequest = of(ApiError.InvalidRequestError)
const Authentication = of(ApiError.AuthenticationError)

const bodyOf = (status: number) => ErrorObject.annotate({ httpApiStatus: status })
const seconds = (milliseconds: number | undefined) => Math.max(1, Math.ceil((milliseconds ?? 1000) / 1000))
const retryAfter = { "retry-after": Schema.FiniteFromString }

/**
 * 401 for a key refused here; one refused elsewhere is {@link foreignAuthentication}.
 * Assumed: seen. No `param`; `code` is the integer 401.
 */
export const authentication = Authentication.check(
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

/** The codecs of one body shape: `codeOf` gives the `code` of an error object by its status. */
const family = (codeOf: (status: number) => number | null, invalidType: string) => {
  const plain = <S extends Schema.Top>(
    self: S,
    status: number,
    words: (error: S["Type"]) => readonly [string, string],
    decode: (message: string) => S["Type"]
  ) =>
    bodyOnly(
      self,
      status,
      ErrorObject,
      (error) => object(words(error), codeOf(status)),
      ({ error }) => decode(error.message)
    )

  const invalidRequest = bodyOnly(
    InvalidRequest,
    400,
    ErrorObject,
    (error) => object([error.message, error.type ?? invalidType], codeOf(400), error.param),
    ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
  )
  const notFound = plain(
    of(ApiError.NotFoundError),
    404,
    (error) => [error.message, "not_found"],
    (message) => new ApiError.NotFoundError({ message, status: 404 })
  )
  const conflict = plain(
    of(ApiError.ConflictError),
    409,
    (error) => [error.message, "conflict"],
    (message) => new ApiError.ConflictError({ message, status: 409 })
  )
  const payloadTooLarge = plain(
    of(ApiError.PayloadTooLargeError),
    413,
    (error) => [error.message, "invalid_request_error"],
    (message) => new ApiError.PayloadTooLargeError({ message, status: 413 })
  )
  const rateLimit = of(ApiError.RateLimitError).pipe(
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
          body: object([error.message, "too_many_requests"], codeOf(429)),
          headers: { "retry-after": seconds(error.retryAfter) }
        })
      }
    )
  )
  const internalServer = plain(
    of(ApiError.InternalServerError),
    500,
    () => outage.internal,
    (message) => new ApiError.InternalServerError({ message, status: 500 })
  )
  const connection = plain(
    of(ApiError.ConnectionError),
    502,
    () => outage.gateway,
    (message) =>
      new ApiError.ConnectionError({ message, status: 502, phase: "service", reason: "badGateway" })
  )
  const invalidResponse = plain(
    of(ApiError.InvalidResponseError),
    502,
    () => outage.gateway,
    (message) => new ApiError.InvalidResponseError({ message, status: 502 })
  )
  const unavailable = of(ApiError.UnavailableError).pipe(
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
          body: object(outage.unavailable, codeOf(503)),
          headers: { "retry-after": seconds(error.retryAfter) }
        })
      }
    )
  )
  const deadlineExceeded = plain(
    of(ApiError.DeadlineExceededError),
    504,
    () => outage.timeout,
    (message) => new ApiError.DeadlineExceededError({ message, status: 504, phase: "service" })
  )
  /**
   * A plain 500 for failures an operation does not document: those of an engine's own calls to others,
   * which say nothing about the caller's key, path or stored state. Encodes only.
   */
  const outside = <E extends ApiError.ApiError>(self: Schema.Codec<E, unknown>) =>
    ErrorObject.pipe(
      Schema.decodeTo(
        Schema.toType(self),
        SchemaTransformation.transformEffect<E, ErrorObject>({
          decode: (_body, options) =>
            Effect.fail(
              new SchemaIssue.Forbidden({ message: "A plain 500 has no class" }, undefined, options)
            ),
          encode: () => Effect.succeed(object(outage.internal, codeOf(500)))
        })
      )
    ).annotate({ httpApiStatus: 500 })
  /** A key that another server refused: not the caller's, so a plain 500. */
  const foreignAuthentication = outside(
    Authentication.check(
      Schema.makeFilter((error) =>
        error.status === undefined ? "Expected a key refused elsewhere" : undefined
      )
    )
  )
  return {
    invalidRequest,
    notFound,
    conflict,
    payloadTooLarge,
    rateLimit,
    unavailable,
    outside,
    internalServer,
    /** What an engine's own calls may fail with and no caller can mend; documented codecs stand before it. */
    elsewhere: [
      foreignAuthentication,
      outside(of(ApiError.PermissionDeniedError)),
      outside(of(ApiError.NotFoundError)),
      outside(of(ApiError.ConflictError)),
      outside(of(ApiError.StreamTruncatedError))
    ],
    /** What any engine may fail with, whatever was asked. */
    outages: [internalServer, connection, invalidResponse, unavailable, deadlineExceeded]
  } as const
}

/** Decisions, keys, skills, models: error objects whose `code` is null. */
export const nulled = family(() => null, "invalid_request_error")

/** Responses, and all that answers with {@link detail}: `code` is the HTTP status. Assumed: docs, clients. */
export const coded = family((status) => status, "invalid_request")

/** Assumed: ours. Failures named in one body at most. */
const shown = 20

/**
 * 422 `{detail}`: every failure with its place. Assumed: docs, OAS. What could not be read at all, with the
 * phase `body`, is the 400 of {@link unreadable} instead.
 */
export const detail = bodyOnly(
  InvalidRequest.check(
    Schema.makeFilter((error) => (error.phase === "body" ? "Expected a body that was read" : undefined))
  ),
  422,
  ErrorDetail,
  ({ issues = [], message }) => ({
    detail:
      issues.length === 0
        ? [{ loc: ["body"], msg: ApiError.lower(message), type: "value_error" }]
        : issues.slice(0, shown).map((issue) => ({
            loc: [issue.in ?? "body", ...issue.path],
            msg: ApiError.lower(issue.message),
            type: issue.code ?? "value_error"
          }))
  }),
  ({ detail: [first] }) =>
    new ApiError.InvalidRequestError({ message: first?.msg ?? "Invalid request", status: 422 })
)

/** 400 as an error object, where failures of the schema are {@link detail}. Assumed: ours. */
export const unreadable = bodyOnly(
  InvalidRequest,
  400,
  ErrorObject,
  (error) => object([error.message, error.type ?? "invalid_request_error"], 400, error.param),
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)
