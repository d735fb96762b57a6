// The event for a failure in the middle of a stream: the response so far, with the status `failed`.
// Source: §2.8, §6; Assumed: OAS, its `response` Assumed: clients.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { numberOf, type ResponseEvent } from "./events.ts"
import type { Response, ResponsesRequest } from "./schema.ts"

/** Follows the events of one stream, and makes its failure event, without the text of the cause. */
export const failing = (request: ResponsesRequest) => {
  let response: Response | undefined
  let next = 0
  return {
    onEvent: (event: ResponseEvent): void => {
      next = (numberOf(event) ?? next) + 1
      if ("response" in event) response = event.response ?? response
    },
    failed: Effect.fnUntraced(function* (
      [message, type]: readonly [message: string, type: string],
      status: number
    ) {
      const error = { message, type, code: String(status) }
      const begun = response ?? {
        id: `resp_${SecureRandom.uuidV4Unsafe()}`,
        object: "response",
        created_at: Math.floor((yield* Clock.currentTimeMillis) / 1000),
        model: request.models?.[0] ?? request.model ?? request.preset ?? "",
        output: []
      }
      return {
        type: "response.failed",
        sequence_number: next,
        error,
        response: { ...begun, status: "failed", error }
      }
    })
  }
}
