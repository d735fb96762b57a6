// The error responses of skills.
// Source: §2.4, §7.2; the statuses are Assumed: docs.
import { codecsWithNullCode } from "../../errors/wireErrors.ts"

/** 404 for unknown ids, 409 for stale revisions and a full group; failures of a store's upstream calls are a plain 500. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.notFound,
  codecsWithNullCode.conflict,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
