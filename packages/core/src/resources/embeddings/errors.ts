// The error responses of embeddings, also of contextualized ones.
// Source: §7.2.
import { codecsWithStatusCode, validationDetail, unreadableBody } from "../../errors/wireErrors.ts"

/** 422 with every issue; failures of an engine's upstream calls are a plain 500. */
export const errors = [
  validationDetail,
  unreadableBody,
  codecsWithStatusCode.payloadTooLarge,
  codecsWithStatusCode.rateLimit,
  ...codecsWithStatusCode.serverErrors,
  ...codecsWithStatusCode.undocumented
] as const
