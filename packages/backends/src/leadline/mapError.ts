// Maps an error of the upstream server to the error the caller gets: same class where it helps, our own message.
// Source: §2.4, §7.1; which error maps to which is Assumed: ours.
import * as ApiError from "@leadline/core/errors"
import { pathText } from "@leadline/core/internal"
import * as limits from "../http/limits.ts"
import { badGateway, isNoRoom, noRoom } from "../http/mapStatus.ts"

/** The traits of an operation on which its errors depend. */
export interface OperationTraits {
  /** The request, where the caller pays for the tokens of its model. Default: it costs nothing. */
  readonly paid?: { readonly model?: string | null | undefined }
  /** It reads or changes something stored upstream, so that 404 and 409 concern the caller. */
  readonly isStored: boolean
}

/** `type` values of the contract; any other text is not passed on. */
const knownTypes: ReadonlySet<unknown> = new Set([
  "invalid_request_error",
  "invalid_request",
  "invalid_model",
  "invalid_parameter",
  "invalid_date_format",
  "invalid_search_domain_filter"
])

/** A path of field names. Names chosen by the caller may hold any text and do not match. */
const fieldPattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}(?:(?:\.[A-Za-z_][A-Za-z0-9_]{0,63})|\[\d{1,6}\]){0,16}$/

const isField = (text: string): boolean => text.length <= 256 && fieldPattern.test(text)

const refused = "The model service refuses the request."

const invalidRequest = ({ issues = [], param, type }: ApiError.InvalidRequestError) => {
  const safeIssues = issues
    .slice(0, 20)
    .filter(({ path }) => path.length > 0 && isField(pathText(path)))
    .map(({ path }) => ({ path, message: "Refused by the model service" }))
  return new ApiError.InvalidRequestError({
    message: safeIssues.length > 0 ? safeIssues.map(ApiError.issueText).join("; ") : refused,
    phase: "service",
    ...(knownTypes.has(type) && type !== undefined && { type }),
    ...(typeof param === "string" && isField(param) && { param }),
    ...(safeIssues.length > 0 && { issues: safeIssues })
  })
}

const cappedRetryAfter = (retryAfter: number | undefined) =>
  retryAfter === undefined ? {} : { retryAfter: Math.min(limits.maxRetryAfter, retryAfter) }

/**
 * The error for the caller. Message and status of the upstream server are not passed on: the API key is this
 * server's, the paths are its configuration, and the text may hold anything.
 */
export const mapError = (
  error: ApiError.ApiError,
  { isStored }: OperationTraits,
  carriesKey: (value: unknown) => boolean
): ApiError.ApiError => {
  // Nothing was sent: this server itself refuses the caller's request.
  if (error.phase === "request") return error
  switch (error._tag) {
    case "AuthenticationError":
    case "PermissionDeniedError":
      return badGateway()
    case "InvalidRequestError":
      return (error.status === 400 || error.status === 422) && !carriesKey([error.param, error.issues])
        ? invalidRequest(error)
        : badGateway()
    case "NotFoundError":
      return isStored ? new ApiError.NotFoundError({ message: "Nothing has this id." }) : badGateway()
    case "ConflictError":
      return isStored
        ? new ApiError.ConflictError({ message: "The stored state has changed." })
        : badGateway()
    case "PayloadTooLargeError":
      return new ApiError.PayloadTooLargeError({ message: "The body is too large for the model service." })
    case "RateLimitError":
      return new ApiError.RateLimitError({
        message: "The rate limit of the model service is exceeded.",
        ...cappedRetryAfter(error.retryAfter)
      })
    case "UnavailableError":
      if (isNoRoom(error)) return noRoom()
      return new ApiError.UnavailableError({
        message: "The model service is unavailable.",
        ...cappedRetryAfter(error.retryAfter)
      })
    default:
      return error
  }
}
