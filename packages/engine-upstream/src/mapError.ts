// A failure of the other server as this server tells it: the same consequence, in words of our own.
// Source: §2.4, §7.1; which failure is told as which is Assumed: ours.
import * as ApiError from "@leadline/core/errors"
import type { Sign } from "./CircuitBreaker.ts"
import * as limits from "./limits.ts"

/** What an operation may rightly fail with because of what is stored there. */
export interface Stored {
  readonly isKept: boolean
}

const gateway = () =>
  new ApiError.ConnectionError({
    message: "The model service could not be used.",
    phase: "service",
    reason: "badGateway",
    sent: true
  })

/** `type` values of the contract; others may say anything. */
const types: ReadonlySet<unknown> = new Set([
  "invalid_request_error",
  "invalid_request",
  "invalid_model",
  "invalid_parameter",
  "invalid_date_format",
  "invalid_search_domain_filter"
])

/** A field as the contract names it. Caller-chosen names may hold anything and are left out. */
const field = /^[A-Za-z_][A-Za-z0-9_]{0,63}(?:(?:\.[A-Za-z_][A-Za-z0-9_]{0,63})|\[\d{1,6}\]){0,16}$/

const isField = (text: string): boolean => text.length <= 256 && field.test(text)

const refusal = "The model service refuses the request."

const invalid = ({ issues = [], param, type }: ApiError.InvalidRequestError) => {
  const places = issues
    .slice(0, 20)
    .filter(({ path }) => path.length > 0 && isField(ApiError.pathText(path)))
    .map(({ path }) => ({ path, message: "Refused by the model service" }))
  return new ApiError.InvalidRequestError({
    message: places.length > 0 ? places.map(ApiError.issueText).join("; ") : refusal,
    phase: "service",
    ...(types.has(type) && type !== undefined && { type }),
    ...(typeof param === "string" && isField(param) && { param }),
    ...(places.length > 0 && { issues: places })
  })
}

const waiting = (retryAfter: number | undefined) =>
  retryAfter === undefined ? {} : { retryAfter: Math.min(limits.longestAdvice, retryAfter) }

/**
 * What the caller hears. Words and status of the other server stay here: its key is ours, its paths are our
 * configuration, and its text may hold anything.
 */
export const outward = (error: ApiError.ApiError, { isKept }: Stored): ApiError.ApiError => {
  // Nothing was sent: it is the caller's request that we refuse ourselves.
  if (error.phase === "request") return error
  switch (error._tag) {
    case "AuthenticationError":
    case "PermissionDeniedError":
      return gateway()
    case "InvalidRequestError":
      return error.status === 400 || error.status === 422 ? invalid(error) : gateway()
    case "NotFoundError":
      return isKept ? new ApiError.NotFoundError({ message: "Nothing is stored under this id." }) : gateway()
    case "ConflictError":
      return isKept ? new ApiError.ConflictError({ message: "The stored state has moved on." }) : gateway()
    case "PayloadTooLargeError":
      return new ApiError.PayloadTooLargeError({ message: "The body is too large for the model service." })
    case "RateLimitError":
      return new ApiError.RateLimitError({
        message: "Over the limit of the model service.",
        ...waiting(error.retryAfter)
      })
    case "UnavailableError":
      return new ApiError.UnavailableError({
        message: "The model service is unavailable.",
        ...waiting(error.retryAfter)
      })
    default:
      return error
  }
}

/** Did the other server itself refuse our key? Neither the caller's doing nor an outage. */
export const isKeyRefused = ({ _tag }: ApiError.ApiError): boolean =>
  _tag === "AuthenticationError" || _tag === "PermissionDeniedError"

/** What a failure says of the server. A broken or unusable answer counts, a refused request does not. */
export const signOf = (error: ApiError.ApiError): Sign => {
  switch (error._tag) {
    case "ConnectionError":
    case "DeadlineExceededError":
    case "InternalServerError":
    case "InvalidResponseError":
    case "StreamTruncatedError":
    case "UnavailableError":
      return "failed"
    default:
      return error.phase === "request" ? "unseen" : "answered"
  }
}
