// Queues of this process for what runs one at a time by name.
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Makes what runs effects of one name one after the other, in order, and those of different names together. */
export const makeQueues = () => {
  const queues = new Map<string, { readonly turn: Semaphore.Semaphore; size: number }>()
  return (name: string) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const queue = queues.get(name) ?? { turn: Semaphore.makeUnsafe(1), size: 0 }
          queue.size++
          queues.set(name, queue)
          return queue
        }),
        ({ turn }) => turn.withPermit(effect),
        (queue) =>
          Effect.sync(() => {
            if (--queue.size === 0) queues.delete(name)
          })
      )
}
