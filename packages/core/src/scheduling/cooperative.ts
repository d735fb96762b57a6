// Long work in slices: others are served between them.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Slices } from "./resumable.ts"
import { turn } from "./FairQueue.ts"

/** Assumed: ours. What may be walked through at once, in bytes: about a millisecond. */
export const slice = 262_144

/** Assumed: ours. Milliseconds of one slice. */
const duration = 4

/** Does the work, and lets others run at the first pause of each few milliseconds. */
export const inSlices = <A>(work: Slices<A>): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const go: Effect.Effect<A> = Effect.suspend(() => {
      const end = clock.currentTimeMillisUnsafe() + duration
      while (true) {
        const { done, value } = work.next()
        if (done === true) return Effect.succeed(value)
        if (clock.currentTimeMillisUnsafe() >= end) return Effect.andThen(turn, go)
      }
    })
    return go
  })
