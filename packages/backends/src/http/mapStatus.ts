// The error that the caller gets for one of a backend that is no server of this contract.
// Assumed: ours. The text of a backend never reaches a caller: it may hold anything.
import * as ApiError from "@leadline/core/errors"
import * as limits from "./limits.ts"

/** The backend refuses the request, or cannot be asked it: 400. `param`: the field, if it is known. */
export const refused = (message: string, param?: string) =>
  new ApiError.InvalidRequestError({
    message,
    phase: "service",
    type: "invalid_request",
    ...(param !== undefined && { param })
  })

/** A backend that is missing, answered nonsense, or failed: 502. */
export const badGateway = (message = "The model service could not be used.") =>
  new ApiError.ConnectionError({ message, phase: "service", reason: "badGateway", sent: true })

/** This server is configured wrongly for its backend: 500. The log has the status. */
export const misconfigured = () =>
  new ApiError.InternalServerError({ message: "The model service is configured wrongly." })

/** The backend works, and what it needs does not, or it starts: 503. */
export const unavailableNow = (message = "The model service is unavailable.") =>
  new ApiError.UnavailableError({ message, retryAfter: 1_000 })

/** This server has no memory for the answer, whatever it says: 503. */
export const noRoom = () =>
  new ApiError.UnavailableError({
    message: "The server holds too many large answers at once.",
    retryAfter: 1_000,
    phase: "body"
  })

/** Is it {@link noRoom}? No backend can send one of this phase. */
export const isNoRoom = ({ _tag, phase }: ApiError.ApiError): boolean =>
  _tag === "UnavailableError" && phase === "body"

/** The backend took too long: 504. */
export const tooLate = () =>
  new ApiError.DeadlineExceededError({ message: "The model did not answer in time.", phase: "service" })

const retryAfterOf = (error: ApiError.ApiError): number => {
  const advised = "retryAfter" in error ? error.retryAfter : undefined
  return Math.max(1_000, Math.min(limits.maxRetryAfter, advised ?? 1_000))
}

const unavailable = (error: ApiError.ApiError) =>
  new ApiError.UnavailableError({
    message: "The model service is unavailable.",
    retryAfter: retryAfterOf(error)
  })

/** How long a context is and how long the prompt was, where the backend says so in one of the usual sentences. */
const contextNumbers = /\bcontext\b[^0-9]{0,80}(\d{2,9})[^0-9]{1,80}(\d{2,9})/i

const invalid = (error: ApiError.ApiError) => {
  const [, first, second] = contextNumbers.exec(error.message) ?? []
  if (first === undefined || second === undefined) return refused("The model service refuses the request.")
  const [least = first, most = second] = [first, second].toSorted((a, b) => Number(a) - Number(b))
  return refused(`The request has ${most} tokens, and the context of the model ${least}.`)
}

const byStatus = (status: number, error: ApiError.ApiError): ApiError.ApiError => {
  if (status === 400 || status === 413 || status === 422) return invalid(error)
  if ((status >= 401 && status <= 404) || status === 405 || status === 501) return misconfigured()
  if (status === 429 || status === 503 || status === 529) return unavailable(error)
  return status === 504 || status === 524 ? tooLate() : badGateway()
}

/** The error for the caller: by the status of the backend, or by how the call failed without one. */
export const mapStatus = (error: ApiError.ApiError): ApiError.ApiError => {
  if (isNoRoom(error)) return noRoom()
  // Nothing was sent: this server itself refuses the request, or a kind of backend has mapped it already.
  if (error.phase === "request" || (error.phase === "service" && error.status === undefined)) return error
  // The time was over while the response came.
  if (error._tag === "DeadlineExceededError" && error.phase !== "service") return tooLate()
  if (error.status !== undefined && error._tag !== "InvalidResponseError")
    return byStatus(error.status, error)
  switch (error._tag) {
    case "UnavailableError":
    case "RateLimitError":
      return unavailable(error)
    case "StreamTruncatedError":
      return error
    default:
      return badGateway()
  }
}
