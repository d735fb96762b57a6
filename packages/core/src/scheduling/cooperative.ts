// Long work in slices: others are served between them.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Resumable } from "./resumable.ts"
import { yieldFairly } from "./FairQueue.ts"

/** Assumed: ours. What may be walked through at once, in bytes: about a millisecond. */
export const bytesPerStep = 262_144

/** Assumed: ours. Milliseconds of one slice. */
const sliceDuration = 4

/** Does the work, and lets others run at the first pause of each few milliseconds. */
export const runCooperatively = <A>(work: Resumable<A>): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const go: Effect.Effect<A> = Effect.suspend(() => {
      const end = clock.currentTimeMillisUnsafe() + sliceDuration
      while (true) {
        const { done, value } = work.next()
        if (done === true) return Effect.succeed(value)
        if (clock.currentTimeMillisUnsafe() >= end) return Effect.andThen(yieldFairly, go)
      }
    })
    return go
  })
