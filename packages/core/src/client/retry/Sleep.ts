// The wait before an attempt, replaceable by tests that should not wait.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Waits so many milliseconds, before a retry or for a rate limit window. Read once, when a client is built. */
export const Sleep = Context.Reference<(millis: number) => Effect.Effect<void>>(
  "@leadline/core/client/Sleep",
  {
    defaultValue: () => Effect.sleep
  }
)
