// How each failure of the chat room crosses HTTP: a wrong request as `{detail}`, all else as error objects.
// Source: §7.2; statuses are Assumed: docs, OAS.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../errors/codecs.ts"

/** The statuses of the room; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
