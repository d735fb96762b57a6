// An answer that cannot be used.
import * as ApiError from "../../errors/ApiError.ts"

/** A whole answer outside the contract: why, and in words. */
export const invalidResponse = (
  reason: NonNullable<ApiError.InvalidResponseError["reason"]>,
  message: string
): ApiError.InvalidResponseError =>
  new ApiError.InvalidResponseError({ message, reason, phase: "body", sent: true })
