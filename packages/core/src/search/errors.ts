// How each failure of the search room crosses HTTP.
// Source: §7.1, §7.2; that search answers 422 is Assumed: OAS.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** 422 with every failure of a body; else error objects. */
export const errors = [
  wire.detail,
  wire.unreadable,
  wire.coded.payloadTooLarge,
  wire.coded.rateLimit,
  ...wire.coded.outages,
  wire.coded.foreignAuthentication,
  wire.coded.outside(ApiError.PermissionDeniedError),
  wire.coded.outside(ApiError.NotFoundError),
  wire.coded.outside(ApiError.ConflictError),
  wire.coded.outside(ApiError.StreamTruncatedError)
] as const
