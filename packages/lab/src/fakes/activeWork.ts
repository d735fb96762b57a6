// Work of the fake engines that has not ended, for tests of cancellation.
import * as Effect from "effect/Effect"

/** One entry for each call of an engine in progress. */
export const activeWork = new Set<unknown>()

/** Keeps an entry in {@link activeWork} until the scope ends. */
export const activeInScope = Effect.acquireRelease(
  Effect.sync(() => {
    const mark = {}
    activeWork.add(mark)
    return mark
  }),
  (mark) => Effect.sync(() => activeWork.delete(mark))
)

/** Keeps an entry while the effect runs. */
export const trackActive = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(activeInScope, work))
