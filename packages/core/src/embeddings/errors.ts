// How each failure of the embeddings room crosses HTTP.
// Source: §7.2.
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"

/** 422 with every failure; failures of the engine's own upstream calls are a plain 500. */
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
