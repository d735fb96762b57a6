// How long callers wait for the database, and how they leave it.
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/**
 * Milliseconds a request waits for its store: for its key, and then for what it asked. Default undefined: the database
 * answers at once or fails, as SQLite does, whose own wait for a lock is bounded.
 */
export const StoreTimeout = Context.Reference<number | undefined>("@leadline/store-sql/StoreTimeout", {
  defaultValue: () => undefined
})

/**
 * Runs an effect for `duration` milliseconds at most, then `orElse`. The effect is interrupted while the caller goes on:
 * to interrupt a statement takes seconds while the database is silent.
 */
export const leaveAfter =
  <B, E2>(duration: number, orElse: () => Effect.Effect<B, E2>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        // Not a race, which in a caller that cannot be interrupted waits for both.
        const first = Deferred.makeUnsafe<A | B, E | E2>()
        const late = Effect.suspend(() => Deferred.completeWith(first, orElse()))
        const timer = yield* Effect.forkDetach(Effect.delay(late, duration), { startImmediately: true })
        const running = yield* Effect.forkDetach(effect, { startImmediately: true })
        running.addObserver((exit) => Deferred.doneUnsafe(first, exit))
        return yield* Effect.ensuring(
          restore(Deferred.await(first)),
          Effect.sync(() => {
            timer.interruptUnsafe()
            running.interruptUnsafe()
          })
        )
      })
    )
