// Collects the events of a stream into the response.
// Source: §6; the result of a stream without a response is Assumed: ours.
import type { ApiError } from "../../errors/ApiError.ts"
import type { Redact } from "../../errors/fromStatus.ts"
import { fromStreamEvent } from "../../errors/fromStreamEvent.ts"
import type { ResponseEvent } from "./events.ts"
import type { Response } from "./schema.ts"

/** A collector of one stream. Its result is unchecked; a failed run without a response is an error. */
export const collector = (redact: Redact) => {
  let response: Response | undefined
  let last: ResponseEvent | undefined
  return {
    add: (event: ResponseEvent): void => {
      if ("response" in event) response = event.response ?? response
      last = event
    },
    result: (): object | ApiError | undefined => {
      if (last?.type === "response.failed") {
        const error = last.error ?? response?.error ?? {}
        return response === undefined
          ? fromStreamEvent({ error }, redact)
          : { ...response, status: "failed", error }
      }
      return last?.type === "response.cancelled" || last?.type === "response.incomplete"
        ? { ...response, status: last.type.slice("response.".length) }
        : response
    }
  }
}
