// The error responses of key management.
// Source: §2.4; Assumed: ours, the document shows no error of these operations.
import { codecsWithNullCode } from "../../errors/wireErrors.ts"

/** The declared errors; failures of a store's upstream calls are a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
