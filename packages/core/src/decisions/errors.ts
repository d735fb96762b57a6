// How each failure of the decisions room crosses HTTP.
// Source: §2.4, §7.1.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** The documented statuses; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  wire.nulled.invalidRequest,
  wire.nulled.payloadTooLarge,
  wire.nulled.rateLimit,
  ...wire.nulled.outages,
  wire.nulled.foreignAuthentication,
  wire.nulled.outside(ApiError.PermissionDeniedError),
  wire.nulled.outside(ApiError.NotFoundError),
  wire.nulled.outside(ApiError.ConflictError),
  wire.nulled.outside(ApiError.StreamTruncatedError)
] as const
