// The wait before a request may go out: a seam for tests, which need not wait.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Waits so many milliseconds before the next attempt, or for the end of a spent window. Read once, when a client is built. */
export const Sleep = Context.Reference<(millis: number) => Effect.Effect<void>>(
  "@leadline/core/retry/Pause",
  {
    defaultValue: () => Effect.sleep
  }
)
