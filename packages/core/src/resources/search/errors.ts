// The error responses of search.
// Source: §7.1, §7.2; that search answers 422 is Assumed: OAS.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../errors/wireErrors.ts"

/** 422 with every issue of a body; else error objects. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
