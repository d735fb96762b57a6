// How each failure of the model list crosses HTTP. It needs no key, has no body and no limit.
// Source: §4.9, §7.1.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** The statuses of any outage; all else an engine may fail with is a plain 500. */
export const errors = [
  ...wire.outages,
  wire.outside(ApiError.InvalidRequestError),
  wire.outside(ApiError.PayloadTooLargeError),
  wire.outside(ApiError.RateLimitError),
  wire.foreignAuthentication,
  wire.outside(ApiError.PermissionDeniedError),
  wire.outside(ApiError.NotFoundError),
  wire.outside(ApiError.ConflictError),
  wire.outside(ApiError.StreamTruncatedError)
] as const
