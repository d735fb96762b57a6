// The error responses of decisions.
// Source: §2.4, §7.1.
import { codecsWithNullCode } from "../../errors/wireErrors.ts"

/** The declared errors; failures of an engine's upstream calls are a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
