// A clock that is off, as that of another machine.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The clock of the fiber, moved by so many milliseconds; waits last as long as before. */
export const shiftedClock = (milliseconds: number): Effect.Effect<Clock.Clock> =>
  Effect.map(Clock.Clock, (clock): Clock.Clock => {
    const now = () => clock.currentTimeMillisUnsafe() + milliseconds
    return Object.create(clock, {
      currentTimeMillis: { value: Effect.sync(now) },
      currentTimeMillisUnsafe: { value: now }
    })
  })
