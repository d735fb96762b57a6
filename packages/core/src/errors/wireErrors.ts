// How each failure crosses HTTP: one codec a class, and the lists that resources send.
// Source: §2.4, §7.1, §7.2. Assumed: ours. The sentences of 5xx are fixed: a cause's own text never leaves.
import * as ApiError from "./ApiError.ts"
import { ErrorDetail, ErrorObject, errorObject, invalidKeyMessage, outageMessages } from "./bodies.ts"
import { bodyCodec, challengeCodec, errorKind, type Kind, retryAfterCodec } from "./wireCodec.ts"
import { lowerFirst } from "./issueText.ts"
import * as limits from "./limits.ts"
import { errorTypes } from "./messages.ts"

const invalidRequest = errorKind(ApiError.InvalidRequestError)

// Assumed: seen.
/** 401 for a key refused here; one refused elsewhere is a plain 500. No `param`; `code` is the integer 401. */
export const authentication = challengeCodec(
  errorKind(ApiError.AuthenticationError, {
    accepts: ({ status }) => status === undefined,
    expected: "a key refused here"
  }),
  401,
  { error: { message: invalidKeyMessage, type: errorTypes[401], code: 401 } },
  ({ error }) => new ApiError.AuthenticationError({ message: error.message, status: 401 })
)

// Assumed: ours.
/** 403 for a key without the right; a right that is missing elsewhere is a plain 500. */
export const permissionDenied = bodyCodec(
  errorKind(ApiError.PermissionDeniedError, {
    accepts: ({ status }) => status === undefined,
    expected: "a right that is missing here"
  }),
  403,
  ErrorObject,
  (error) => errorObject([error.message, errorTypes[403]]),
  ({ error }) => new ApiError.PermissionDeniedError({ message: error.message, status: 403 })
)

/** The codecs of one body shape: `codeOf` gives the `code` of an error object by its status. */
const makeCodecs = (codeOf: (status: number) => number | null, invalidType: string) => {
  const plain = <E extends ApiError.ApiError>(
    type: { readonly prototype: E },
    status: number,
    describe: (error: E) => readonly [message: string, type: string],
    decode: (message: string) => E
  ) =>
    bodyCodec(
      errorKind(type),
      status,
      ErrorObject,
      (error) => errorObject(describe(error), codeOf(status)),
      ({ error }) => decode(error.message)
    )

  const internalServer = plain(
    ApiError.InternalServerError,
    500,
    () => outageMessages.internal,
    (message) => new ApiError.InternalServerError({ message, status: 500 })
  )
  const connection = plain(
    ApiError.ConnectionError,
    502,
    () => outageMessages.gateway,
    (message) =>
      new ApiError.ConnectionError({ message, status: 502, phase: "service", reason: "badGateway" })
  )
  const invalidResponse = plain(
    ApiError.InvalidResponseError,
    502,
    () => outageMessages.gateway,
    (message) => new ApiError.InvalidResponseError({ message, status: 502 })
  )
  const unavailable = retryAfterCodec(
    errorKind(ApiError.UnavailableError),
    503,
    () => errorObject(outageMessages.unavailable, codeOf(503)),
    ({ error }, retryAfter) =>
      new ApiError.UnavailableError({ message: error.message, status: 503, retryAfter })
  )
  const deadlineExceeded = plain(
    ApiError.DeadlineExceededError,
    504,
    () => outageMessages.timeout,
    (message) => new ApiError.DeadlineExceededError({ message, status: 504, phase: "service" })
  )
  /**
   * A plain 500 for failures an operation does not document: those of an engine's own calls to others,
   * which say nothing about the caller's key, path or stored state. Encodes only.
   */
  const asInternalError = <E extends ApiError.ApiError>(failures: Kind<E>) =>
    bodyCodec(failures, 500, ErrorObject, () => errorObject(outageMessages.internal, codeOf(500)))
  return {
    invalidRequest: bodyCodec(
      invalidRequest,
      400,
      ErrorObject,
      (error) => errorObject([error.message, error.type ?? invalidType], codeOf(400), error.param),
      ({ error }) =>
        new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
    ),
    notFound: plain(
      ApiError.NotFoundError,
      404,
      (error) => [error.message, errorTypes[404]],
      (message) => new ApiError.NotFoundError({ message, status: 404 })
    ),
    conflict: plain(
      ApiError.ConflictError,
      409,
      (error) => [error.message, errorTypes[409]],
      (message) => new ApiError.ConflictError({ message, status: 409 })
    ),
    payloadTooLarge: plain(
      ApiError.PayloadTooLargeError,
      413,
      (error) => [error.message, errorTypes[413]],
      (message) => new ApiError.PayloadTooLargeError({ message, status: 413 })
    ),
    rateLimit: retryAfterCodec(
      errorKind(ApiError.RateLimitError),
      429,
      (error) => errorObject([error.message, errorTypes[429]], codeOf(429)),
      ({ error }, retryAfter) =>
        new ApiError.RateLimitError({ message: error.message, status: 429, retryAfter })
    ),
    unavailable,
    internalServer,
    asInternalError,
    /** What an engine's own calls may fail with and no caller can mend; documented codecs stand before it. */
    undocumented: [
      asInternalError(
        errorKind(ApiError.AuthenticationError, {
          accepts: ({ status }) => status !== undefined,
          expected: "a key refused elsewhere"
        })
      ),
      asInternalError(
        errorKind(ApiError.PermissionDeniedError, {
          accepts: ({ status }) => status !== undefined,
          expected: "a right that is missing elsewhere"
        })
      ),
      asInternalError(errorKind(ApiError.NotFoundError)),
      asInternalError(errorKind(ApiError.ConflictError)),
      asInternalError(errorKind(ApiError.StreamTruncatedError))
    ],
    /** What any engine may fail with, whatever was asked. */
    serverErrors: [internalServer, connection, invalidResponse, unavailable, deadlineExceeded]
  } as const
}

/** Decisions, keys, skills, models: error objects whose `code` is null. */
export const codecsWithNullCode = makeCodecs(() => null, errorTypes[400])

// Assumed: docs, clients.
/** Responses, and all that answers with {@link validationDetail}: `code` is the HTTP status. */
export const codecsWithStatusCode = makeCodecs((status) => status, "invalid_request")

// Assumed: docs, OAS.
/**
 * 422 `{detail}`: every failure with its place. What could not be read at all, with the phase `body`, is the 400 of
 * {@link unreadableBody} instead.
 */
export const validationDetail = bodyCodec(
  errorKind(ApiError.InvalidRequestError, {
    accepts: ({ phase }) => phase !== "body",
    expected: "a body that was read"
  }),
  422,
  ErrorDetail,
  ({ issues = [], message }) => ({
    detail:
      issues.length === 0
        ? [{ loc: ["body"], msg: lowerFirst(message), type: "value_error" }]
        : issues.slice(0, limits.issues).map((issue) => ({
            loc: [issue.in ?? "body", ...issue.path],
            msg: lowerFirst(issue.message),
            type: issue.code ?? "value_error"
          }))
  }),
  ({ detail: [first] }) =>
    new ApiError.InvalidRequestError({ message: first?.msg ?? "Invalid request", status: 422 })
)

// Assumed: ours.
/** 400 as an error object, where failures of the schema are {@link validationDetail}. */
export const unreadableBody = bodyCodec(
  invalidRequest,
  400,
  ErrorObject,
  (error) => errorObject([error.message, error.type ?? errorTypes[400]], 400, error.param),
  ({ error }) => new ApiError.InvalidRequestError({ message: error.message, type: error.type, status: 400 })
)
