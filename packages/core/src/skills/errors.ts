// How each failure of the skills room crosses HTTP.
// Source: §2.4, §7.2; the statuses are Assumed: docs.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** Unknown ids are 404, stale revisions and a full group 409; what a store's own calls meet is a plain 500. */
export const errors = [
  wire.nulled.invalidRequest,
  wire.nulled.notFound,
  wire.nulled.conflict,
  wire.nulled.payloadTooLarge,
  wire.nulled.rateLimit,
  ...wire.nulled.outages,
  wire.nulled.foreignAuthentication,
  wire.nulled.outside(ApiError.PermissionDeniedError),
  wire.nulled.outside(ApiError.StreamTruncatedError)
] as const
