// Classifies the errors of a backend for its circuit breaker.
import type * as ApiError from "@leadline/core/errors"
import type { CallResult } from "./CircuitBreaker.ts"
import { isNoRoom } from "./mapStatus.ts"

/** Did the backend refuse this server's API key? That is neither the caller's fault nor an outage. */
export const isKeyRefused = ({ _tag }: ApiError.ApiError): boolean =>
  _tag === "AuthenticationError" || _tag === "PermissionDeniedError"

/** Phases in which nothing depends on the request. */
const connecting: ReadonlySet<unknown> = new Set(["dns", "connect", "tls"])

/**
 * The error as a result for the circuit breaker. A broken or invalid response is a failure. A refused request says nothing:
 * its caller may want it, and a server that answers nothing else may still refuse.
 */
export const callResultOf = (error: ApiError.ApiError): CallResult => {
  switch (error._tag) {
    case "DeadlineExceededError":
      return connecting.has(error.phase) ? "failure" : "late"
    case "ConnectionError":
    case "InternalServerError":
    case "InvalidResponseError":
    case "StreamTruncatedError":
      return "failure"
    case "UnavailableError":
      return isNoRoom(error) ? "ignored" : "failure"
    case "InvalidRequestError":
    case "NotFoundError":
    case "PayloadTooLargeError":
      return "ignored"
    default:
      return error.phase === "request" ? "ignored" : "success"
  }
}
