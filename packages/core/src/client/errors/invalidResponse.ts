// Failures of a response that breaks the contract.
import * as ApiError from "../../errors/ApiError.ts"

/** A response outside the contract: which rule it breaks, and a sentence. */
export const invalidResponse = (
  reason: NonNullable<ApiError.InvalidResponseError["reason"]>,
  message: string,
  phase: ApiError.Phase = "body"
): ApiError.InvalidResponseError => new ApiError.InvalidResponseError({ message, reason, phase, sent: true })

/** HTML in place of JSON or events, as gateways and other hosts send it. */
export const htmlResponse = (phase?: ApiError.Phase): ApiError.InvalidResponseError =>
  invalidResponse("content", "The response is an HTML page: check the base URL.", phase)

/** A body in a coding that the transport has not undone. */
export const encodedResponse = (): ApiError.InvalidResponseError =>
  invalidResponse("encoding", "The response has a content encoding that was not requested.")
