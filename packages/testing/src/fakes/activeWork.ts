// What the scripted engines work on, for tests that ask whether it ended.
import * as Effect from "effect/Effect"

/** One entry for each piece of work that has begun and not ended. */
export const activeWork = new Set<unknown>()

/** Work that is told of while it goes on. */
export const trackActive = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const mark = {}
      activeWork.add(mark)
      return mark
    }),
    () => work,
    (mark) => Effect.sync(() => activeWork.delete(mark))
  )
