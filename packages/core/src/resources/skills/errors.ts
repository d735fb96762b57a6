// How each failure of the skills room crosses HTTP.
// Source: §2.4, §7.2; the statuses are Assumed: docs.
import { codecsWithNullCode } from "../../errors/codecs.ts"

/** Unknown ids are 404, stale revisions and a full group 409; what a store's own calls meet is a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.notFound,
  codecsWithNullCode.conflict,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
