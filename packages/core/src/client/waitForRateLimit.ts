// Waits for the end of a window in which no request is left, instead of asking in vain.
// Source: §7.1.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import { rateLimitOf } from "./response/ResponseInfo.ts"

/** What a client knows of the windows of its operations. */
export const makeRateLimitWait = (pause: (millis: number) => Effect.Effect<void>) => {
  /** Until when an operation has no request left, in milliseconds since 1970. */
  const spent = new Map<string, number>()
  return {
    /** Reads what the last answer said. */
    note: (name: string, { head }: Call): void => {
      const { remaining, resetAt } = rateLimitOf(head?.headers ?? {}) ?? {}
      if (remaining === 0 && resetAt !== undefined) spent.set(name, resetAt * 1_000)
    },
    /** Waits until requests are left; a RateLimitError at once where that is past the deadline. */
    wait: (name: string, call: Call): Effect.Effect<void, ApiError.ApiError> =>
      Effect.suspend(() => {
        const resetAt = spent.get(name) ?? 0
        const wait = resetAt - call.clock.currentTimeMillisUnsafe()
        if (wait <= 0) return Effect.void
        if (wait < call.remaining()) return pause(wait)
        return Effect.fail(
          new ApiError.RateLimitError({
            message: "No request is left before the deadline.",
            phase: "request",
            remaining: 0,
            retryAfter: wait,
            resetAt: resetAt / 1_000
          })
        )
      })
  }
}
