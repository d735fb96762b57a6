// How each failure of the embeddings room crosses HTTP.
// Source: §7.2.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../errors/codecs.ts"

/** 422 with every failure; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
