// How each failure of the model list crosses HTTP. It needs no key, has no body and no limit.
// Source: §4.9, §7.1.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** The statuses of any outage; all else an engine may fail with is a plain 500. */
export const errors = [
  ...wire.nulled.outages,
  wire.nulled.outside(ApiError.InvalidRequestError),
  wire.nulled.outside(ApiError.PayloadTooLargeError),
  wire.nulled.outside(ApiError.RateLimitError),
  wire.nulled.foreignAuthentication,
  wire.nulled.outside(ApiError.PermissionDeniedError),
  wire.nulled.outside(ApiError.NotFoundError),
  wire.nulled.outside(ApiError.ConflictError),
  wire.nulled.outside(ApiError.StreamTruncatedError)
] as const
