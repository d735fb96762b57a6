// Log lines that would come with every call, written now and then.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { logInterval } from "./limits.ts"

/** Runs the first effect and then at most one every ten seconds; the others do nothing. */
export const makeLogThrottle = (): ((line: Effect.Effect<void>) => Effect.Effect<void>) => {
  let last = -Infinity
  return (line) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now - last < logInterval) return Effect.void
      last = now
      return line
    })
}
