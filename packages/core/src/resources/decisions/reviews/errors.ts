// The error responses of reviews.
// Assumed: ours.
import { codecsWithNullCode } from "../../../errors/wireErrors.ts"

/** 404 for unknown and expired reviews, 409 for one that another took, or whose lease ended. */
export const errors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.notFound,
  codecsWithNullCode.conflict,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
] as const
