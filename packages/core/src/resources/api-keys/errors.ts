// How each failure of key management crosses HTTP.
// Source: §2.4; Assumed: ours, the document shows no error of these operations.
import { codecsWithNullCode } from "../../errors/codecs.ts"

/** Statuses as on decisions; failures of a store's own calls to others are a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
