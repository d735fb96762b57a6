// Descriptions of async chat, for the OpenAPI document.
// Source: §2.12, §4.11.
import { requestDescriptions } from "../../../schema/chat/descriptions.ts"
import { describe } from "../../../schema/descriptions.ts"
import { retention } from "./limits.ts"
import { AsyncRecord, AsyncSummary, CreateRequest } from "./schema.ts"

/** How long records are kept, in words. */
export const kept = `${retention / (24 * 60 * 60 * 1000)} days`

const times = {
  created_at: "Unix seconds.",
  started_at: "When the work began; Unix seconds.",
  completed_at: "When the answer was there; Unix seconds.",
  failed_at: "When it was given up; Unix seconds."
}

/** The fields of requests and responses. */
export const all = [
  requestDescriptions,
  describe(CreateRequest, {
    idempotency_key: `The same key with the same request gives the first record again, for ${kept}; with another, 409.`
  }),
  describe(AsyncSummary, times),
  describe(AsyncRecord, {
    ...times,
    response: "The whole chat answer, when COMPLETED.",
    error_message: "What went wrong, when FAILED."
  })
]
