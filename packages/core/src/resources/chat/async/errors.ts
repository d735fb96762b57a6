// The error responses of async chat: `{detail}` for an invalid request, else error objects.
// Source: §7.2; statuses are Assumed: OAS, those of stored requests Assumed: ours.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../../errors/wireErrors.ts"

/** The declared errors; failures of a store's upstream calls are a plain 500. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.notFound,
  codecsWithStatusCode.conflict,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
