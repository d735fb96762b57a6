// How each failure of the decisions room crosses HTTP.
// Source: §2.4, §7.1.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** The documented statuses; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  wire.invalidRequest,
  wire.payloadTooLarge,
  wire.rateLimit,
  ...wire.outages,
  wire.foreignAuthentication,
  wire.outside(ApiError.PermissionDeniedError),
  wire.outside(ApiError.NotFoundError),
  wire.outside(ApiError.ConflictError),
  wire.outside(ApiError.StreamTruncatedError)
] as const
