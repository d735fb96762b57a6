// Runs resumable work in slices, and serves other requests between them.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { yieldAfter } from "./yieldFairly.ts"
import { sliceDuration } from "./limits.ts"
import type { Resumable } from "./resumable.ts"

/** Runs the work, and yields at its first pause after each few milliseconds. */
export const runCooperatively = <A>(work: Resumable<A>): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const go: Effect.Effect<A> = Effect.suspend(() => {
      const end = clock.currentTimeMillisUnsafe() + sliceDuration
      while (true) {
        const { done, value } = work.next()
        if (done === true) return Effect.succeed(value)
        if (clock.currentTimeMillisUnsafe() >= end) return Effect.andThen(yieldAfter(sliceDuration), go)
      }
    })
    return go
  })
