// Log lines that would come with every call, written now and then.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Runs the first effect, and then at most one in so many milliseconds, by default ten seconds; the others do nothing. */
export const makeLogThrottle = (interval = 10_000): ((line: Effect.Effect<void>) => Effect.Effect<void>) => {
  let last = -Infinity
  return (line) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - last < interval) return Effect.void
      last = now
      return line
    })
}
