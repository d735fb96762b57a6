// How each failure of async chat crosses HTTP: a wrong request as `{detail}`, all else as error objects.
// Source: §7.2; statuses are Assumed: OAS, those of stored requests Assumed: ours.
import { coded, detail, unreadable } from "../../../errors/codecs.ts"

/** The statuses of the room; failures of the store's own calls to others are a plain 500. */
export const errors = [
  detail,
  unreadable,
  coded.notFound,
  coded.conflict,
  coded.payloadTooLarge,
  coded.rateLimit,
  ...coded.outages,
  ...coded.elsewhere
] as const
