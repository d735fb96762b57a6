// How each failure of the embeddings room crosses HTTP.
// Source: §7.2.
import { coded, detail, unreadable } from "../../errors/codecs.ts"

/** 422 with every failure; failures of the engine's own upstream calls are a plain 500. */
export const errors = [
  detail,
  unreadable,
  coded.payloadTooLarge,
  coded.rateLimit,
  ...coded.outages,
  ...coded.elsewhere
] as const
