// The events of a stream put together to the response they tell of.
// Source: §6; what stands for a response that is not told is Assumed: ours.
import type { ApiError } from "../../errors/ApiError.ts"
import type { Redact } from "../../client/redact.ts"
import { fromStreamEvent } from "../../errors/fromStreamEvent.ts"
import type { ResponseEvent } from "./events.ts"
import type { Response } from "./schema.ts"

/** Takes the events of one stream; the answer is for whoever checks it. A run that failed untold is an error. */
export const collector = (hide: Redact) => {
  let response: Response | undefined
  let last: ResponseEvent | undefined
  return {
    add: (event: ResponseEvent): void => {
      if ("response" in event) response = event.response ?? response
      last = event
    },
    answer: (): object | ApiError | undefined => {
      if (last?.type === "response.failed") {
        const error = last.error ?? response?.error ?? {}
        return response === undefined
          ? fromStreamEvent({ error }, hide)
          : { ...response, status: "failed", error }
      }
      return last?.type === "response.cancelled" || last?.type === "response.incomplete"
        ? { ...response, status: last.type.slice("response.".length) }
        : response
    }
  }
}
