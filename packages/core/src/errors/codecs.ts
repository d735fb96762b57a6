// Encodes failures as HTTP responses: one codec per class, and the lists that resources declare.
// Source: §2.4, §7.1, §7.2. Assumed: ours. The messages of 5xx are fixed: the text of a cause never leaves the server.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as ApiError from "./ApiError.ts"
import { ErrorDetail, ErrorObject, errorObject, outageMessages } from "./bodies.ts"
import * as limits from "./limits.ts"
import { instanceSchema } from "./schema.ts"

/** A codec without headers: status, body, and two pure mappings. */
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

const InvalidRequest = instanceSchema(ApiError.InvalidRequestError)
const Authentication = instanceSchema(ApiError.AuthenticationError)

const bodyOf = (status: number) => ErrorObject.annotate({ httpApiStatus: status })
const seconds = (milliseconds: number | undefined) => Math.max(1, Math.ceil((milliseconds ?? 1000) / 1000))
const retryAfter = { "retry-after": Schema.FiniteFromString }

// Assumed: seen.
/**
 * 401 for a key that this server refused. A key that an upstream refused is {@link foreignAuthentication}. No
 * `param`; `code` is the integer 401.
 */
export const authentication = Authentication.check(
  Schema.makeFilter((error) =>
    error.status === undefined ? undefined : "Expected a key that this server refused"
  )
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

/** The codecs whose error objects have the same `code`, a function of the status. */
const makeCodecs = (codeOf: (status: number) => number | null, invalidType: string) => {
  const plain = <S extends Schema.Top>(
    self: S,
    status: number,
    messageAndType: (error: S["Type"]) => readonly [string, string],
    decode: (message: string) => S["Type"]
  ) =>
    bodyOnly(
      self,
      status,
      ErrorObject,
      (error) => errorObject(messageAndType(error), codeOf(status)),
      ({ error }) => decode(error.message)
    )

  const invalidRequest = bodyOnly(
    InvalidRequest,
    400,
    ErrorObject,
    (error) => errorObject([error.message, error.type ?? invalidType], codeOf(400), error.param),
    ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
  )
  const notFound = plain(
    instanceSchema(ApiError.NotFoundError),
    404,
    (error) => [error.message, "not_found"],
    (message) => new ApiError.NotFoundError({ message, status: 404 })
  )
  const conflict = plain(
    instanceSchema(ApiError.ConflictError),
    409,
    (error) => [error.message, "conflict"],
    (message) => new ApiError.ConflictError({ message, status: 409 })
  )
  const payloadTooLarge = plain(
    instanceSchema(ApiError.PayloadTooLargeError),
    413,
    (error) => [error.message, "invalid_request_error"],
    (message) => new ApiError.PayloadTooLargeError({ message, status: 413 })
  )
  const rateLimit = instanceSchema(ApiError.RateLimitError).pipe(
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
          body: errorObject([error.message, "too_many_requests"], codeOf(429)),
          headers: { "retry-after": seconds(error.retryAfter) }
        })
      }
    )
  )
  const internalServer = plain(
    instanceSchema(ApiError.InternalServerError),
    500,
    () => outageMessages.internal,
    (message) => new ApiError.InternalServerError({ message, status: 500 })
  )
  const connection = plain(
    instanceSchema(ApiError.ConnectionError),
    502,
    () => outageMessages.gateway,
    (message) =>
      new ApiError.ConnectionError({ message, status: 502, phase: "service", reason: "badGateway" })
  )
  const invalidResponse = plain(
    instanceSchema(ApiError.InvalidResponseError),
    502,
    () => outageMessages.gateway,
    (message) => new ApiError.InvalidResponseError({ message, status: 502 })
  )
  const unavailable = instanceSchema(ApiError.UnavailableError).pipe(
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
          body: errorObject(outageMessages.unavailable, codeOf(503)),
          headers: { "retry-after": seconds(error.retryAfter) }
        })
      }
    )
  )
  const deadlineExceeded = plain(
    instanceSchema(ApiError.DeadlineExceededError),
    504,
    () => outageMessages.timeout,
    (message) => new ApiError.DeadlineExceededError({ message, status: 504, phase: "service" })
  )
  /**
   * A plain 500 for failures that an operation does not declare: those of an engine's upstream calls, which say
   * nothing about the caller's key, path or stored state. Encodes only.
   */
  const asInternalError = <E extends ApiError.ApiError>(self: Schema.Codec<E, unknown>) =>
    ErrorObject.pipe(
      Schema.decodeTo(
        Schema.toType(self),
        SchemaTransformation.transformEffect<E, ErrorObject>({
          decode: (_body, options) =>
            Effect.fail(
              new SchemaIssue.Forbidden({ message: "A plain 500 does not name a class" }, undefined, options)
            ),
          encode: () => Effect.succeed(errorObject(outageMessages.internal, codeOf(500)))
        })
      )
    ).annotate({ httpApiStatus: 500 })
  /** A key that an upstream refused. It is not the caller's key, so this is a plain 500. */
  const foreignAuthentication = asInternalError(
    Authentication.check(
      Schema.makeFilter((error) =>
        error.status === undefined ? "Expected a key that an upstream refused" : undefined
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
    outside: asInternalError,
    internalServer,
    /** Failures of an engine's upstream calls that no caller can fix. Declared codecs go before these. */
    undocumented: [
      foreignAuthentication,
      asInternalError(instanceSchema(ApiError.PermissionDeniedError)),
      asInternalError(instanceSchema(ApiError.NotFoundError)),
      asInternalError(instanceSchema(ApiError.ConflictError)),
      asInternalError(instanceSchema(ApiError.StreamTruncatedError))
    ],
    /** Failures of any engine, for any request. */
    serverErrors: [internalServer, connection, invalidResponse, unavailable, deadlineExceeded]
  } as const
}

/** Error objects with the `code` null: decisions, keys, skills, models. */
export const codecsWithNullCode = makeCodecs(() => null, "invalid_request_error")

// Assumed: docs, clients.
/** Error objects whose `code` is the HTTP status: responses, and all resources with {@link validationDetail}. */
export const codecsWithStatusCode = makeCodecs((status) => status, "invalid_request")

// Assumed: docs, OAS.
/**
 * 422 with a `{detail}` body: every issue with its path. A body that could not be read, of phase `body`, is the 400
 * of {@link unreadableBody} instead.
 */
export const validationDetail = bodyOnly(
  InvalidRequest.check(
    Schema.makeFilter((error) => (error.phase === "body" ? "Expected a body that could be read" : undefined))
  ),
  422,
  ErrorDetail,
  ({ issues = [], message }) => ({
    detail:
      issues.length === 0
        ? [{ loc: ["body"], msg: ApiError.lowerFirst(message), type: "value_error" }]
        : issues.slice(0, limits.issues).map((issue) => ({
            loc: [issue.in ?? "body", ...issue.path],
            msg: ApiError.lowerFirst(issue.message),
            type: issue.code ?? "value_error"
          }))
  }),
  ({ detail: [first] }) =>
    new ApiError.InvalidRequestError({ message: first?.msg ?? "Invalid request", status: 422 })
)

// Assumed: ours.
/** 400 with an error object, for resources whose invalid requests are {@link validationDetail}. */
export const unreadableBody = bodyOnly(
  InvalidRequest,
  400,
  ErrorObject,
  (error) => errorObject([error.message, error.type ?? "invalid_request_error"], 400, error.param),
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)
