// Delays requests until the end of a rate limit window that has none left.
// Source: §7.1.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import { maxRateLimitWait } from "./defaults.ts"
import { rateLimitOf } from "./response/ResponseInfo.ts"

/** Remembers, per operation, until when no request is left. */
export const makeRateLimitWait = (sleep: (millis: number) => Effect.Effect<void>) => {
  /** Milliseconds since 1970, by operation. */
  const resetTimes = new Map<string, number>()
  return {
    /** Reads the rate limit headers of the last response, and what a 429 advises. */
    note: (operation: string, { clock, head }: Call, error: ApiError.ApiError | undefined): void => {
      const now = clock.currentTimeMillisUnsafe()
      const { remaining, resetAt = now } = rateLimitOf(head?.headers ?? {}) ?? {}
      // Before `resetAt`, which holds only where both clocks agree.
      const wait =
        (error?._tag === "RateLimitError" && error.retryAfter) || (remaining === 0 ? resetAt - now : 0)
      if (wait > 0 && wait <= maxRateLimitWait) resetTimes.set(operation, now + wait)
    },
    /** Waits until a request is left. Fails at once with a RateLimitError where that is after the deadline. */
    wait: (operation: string, call: Call): Effect.Effect<void, ApiError.ApiError> =>
      Effect.suspend(() => {
        const resetAt = resetTimes.get(operation) ?? 0
        const wait = resetAt - call.clock.currentTimeMillisUnsafe()
        if (wait <= 0) return Effect.void
        if (wait < call.remaining()) return sleep(wait)
        return Effect.fail(
          new ApiError.RateLimitError({
            message: "The rate limit window ends after the deadline.",
            phase: "request",
            remaining: 0,
            retryAfter: wait,
            resetAt
          })
        )
      })
  }
}
