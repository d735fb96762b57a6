// Work of the fake engines that has not ended, for tests of cancellation.
import * as Effect from "effect/Effect"

/** One entry for each call of an engine in progress. */
export const activeWork = new Set<unknown>()

/** Keeps an entry in {@link activeWork} while the effect runs. */
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
