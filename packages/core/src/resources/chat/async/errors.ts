// How each failure of async chat crosses HTTP: a wrong request as `{detail}`, all else as error objects.
// Source: §7.2; statuses are Assumed: OAS, those of stored requests Assumed: ours.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../../errors/codecs.ts"

/** The statuses of the room; failures of the store's own calls to others are a plain 500. */
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
