// The error responses of the model list. It needs no key and has no body; its rate limit is per address.
// Source: §4.9, §7.1.
import * as ApiError from "../../errors/ApiError.ts"
import { instanceSchema } from "../../errors/schema.ts"
import { codecsWithNullCode } from "../../errors/codecs.ts"

/** 429 and 5xx; all other failures of an engine are a plain 500. */
export const errors = [
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented,
  codecsWithNullCode.outside(instanceSchema(ApiError.InvalidRequestError)),
  codecsWithNullCode.outside(instanceSchema(ApiError.PayloadTooLargeError))
] as const
