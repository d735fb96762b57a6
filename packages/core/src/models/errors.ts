// How each failure of the model list crosses HTTP. It needs no key, has no body and no limit.
// Source: §4.9, §7.1.
import * as ApiError from "../errors/ApiError.ts"
import { of } from "../errors/schema.ts"
import { nulled } from "../errors/wire.ts"

/** The statuses of any outage; all else an engine may fail with is a plain 500. */
export const errors = [
  ...nulled.outages,
  ...nulled.elsewhere,
  nulled.outside(of(ApiError.InvalidRequestError)),
  nulled.outside(of(ApiError.PayloadTooLargeError)),
  nulled.outside(of(ApiError.RateLimitError))
] as const
