// How each failure of the decisions room crosses HTTP.
// Source: §2.4, §7.1.
import { codecsWithNullCode } from "../../errors/codecs.ts"

/** The documented statuses; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
