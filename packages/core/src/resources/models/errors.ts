// How each failure of the model list crosses HTTP. It needs no key and has no body; its limit is that of an address.
// Source: §4.9, §7.1.
import * as ApiError from "../../errors/ApiError.ts"
import { errorKind } from "../../errors/wireCodec.ts"
import { codecsWithNullCode } from "../../errors/wireErrors.ts"

/** Too many requests and the statuses of any outage; all else an engine may fail with is a plain 500. */
export const errors = [
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented,
  codecsWithNullCode.asInternalError(errorKind(ApiError.InvalidRequestError)),
  codecsWithNullCode.asInternalError(errorKind(ApiError.PayloadTooLargeError))
] as const
