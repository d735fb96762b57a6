// The error responses of chat: `{detail}` for an invalid request, else error objects.
// Source: §7.2; statuses are Assumed: docs, OAS.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../errors/wireErrors.ts"

/** The declared errors; failures of an engine's upstream calls are a plain 500. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
