// Background work of a layer.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Runs an effect again and again while the scope is open, so many milliseconds after its last end. */
export const repeatEvery = <R>(interval: number, effect: Effect.Effect<unknown, never, R>) =>
  Effect.forkScoped(Effect.repeat(Effect.delay(effect, interval), Schedule.forever))

/**
 * Writes what is pending, again and again and when the scope closes. A write that has begun ends before the scope does,
 * so that nothing of it is lost or written twice.
 */
export const writeEvery = <R>(interval: number, write: Effect.Effect<unknown, never, R>) =>
  Effect.andThen(
    Effect.addFinalizer(() => write),
    repeatEvery(interval, Effect.uninterruptible(write))
  )
