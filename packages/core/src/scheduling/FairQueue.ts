// A fair queue for long work of many requests: without it, a new request would wait for a step of each of them.
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { tasksPerRound } from "./limits.ts"

interface Waiting {
  /** Undefined once it no longer waits. */
  go: (() => void) | undefined
}

/** The queue of one scheduler, first in, first out. */
const makeQueue = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const dispatcher = scheduler.makeDispatcher()
  const waiting: Array<Waiting> = []
  let isScheduled = false
  const schedule = (): void => {
    isScheduled = true
    dispatcher.scheduleTask(round, 0)
  }
  const round = (): void => {
    const next = waiting.splice(0, tasksPerRound)
    isScheduled = false
    if (waiting.length > 0) schedule()
    for (const { go } of next) go?.()
  }
  return Effect.callback<void>((resume) => {
    const entry: Waiting = { go: () => resume(Effect.void) }
    waiting.push(entry)
    if (!isScheduled) schedule()
    return Effect.sync(() => {
      entry.go = undefined
    })
  })
}

const queues = new WeakMap<Scheduler.Scheduler, Effect.Effect<void>>()

const queueOf = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const queue = queues.get(scheduler) ?? makeQueue(scheduler)
  queues.set(scheduler, queue)
  return queue
}

let isEnabled = false

/**
 * Makes long work of all requests of this process share one queue. Only for runtimes where a request may call back for
 * another one: elsewhere the end of a request ends its callbacks, and the queue would stop.
 */
export const enableFairQueue = (): void => {
  isEnabled = true
}

/**
 * Yields to the event loop. To be run between steps of long work, each of about a millisecond; after
 * {@link enableFairQueue} the work continues when its turn in the queue comes.
 */
export const yieldFairly: Effect.Effect<void> = Effect.withFiber((fiber) => {
  if (!isEnabled) return Effect.yieldNow
  const scheduler = fiber.getRef(Scheduler.Scheduler)
  // Work that runs synchronously has no other requests beside it.
  return scheduler.executionMode === "sync" ? Effect.yieldNow : queueOf(scheduler)
})
