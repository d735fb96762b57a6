// How long a question of the check takes.
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** The value of an effect, and how long it took, as `28 ms`. */
export const withLatency = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(effect), ([duration, value]) => ({
    value,
    latency: `${Math.round(Duration.toMillis(duration))} ms`
  }))
