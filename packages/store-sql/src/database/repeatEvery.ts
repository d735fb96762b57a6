// Background work of a layer.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** Runs an effect again and again while the scope is open, so many milliseconds after its last end. */
export const repeatEvery = <R>(interval: number, effect: Effect.Effect<unknown, never, R>) =>
  Effect.forkScoped(Effect.repeat(Effect.delay(effect, interval), Schedule.forever))
