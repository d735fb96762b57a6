// Long work of many requests takes turns: if all of it went on at once, whoever comes would wait for a piece of each.
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** Assumed: ours. Pieces of work that go on before the runtime looks at what has come meanwhile. */
const tasksPerRound = 4

interface Waiting {
  /** Undefined when it does not wait any more. */
  go: (() => void) | undefined
}

/** The work of one scheduler, in the order in which it came. */
const makeQueue = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const dispatcher = scheduler.makeDispatcher()
  const waiting: Array<Waiting> = []
  let isCalled = false
  const call = (): void => {
    isCalled = true
    dispatcher.scheduleTask(round, 0)
  }
  const round = (): void => {
    const next = waiting.splice(0, tasksPerRound)
    isCalled = false
    if (waiting.length > 0) call()
    for (const { go } of next) go?.()
  }
  return Effect.callback<void>((resume) => {
    const own: Waiting = { go: () => resume(Effect.void) }
    waiting.push(own)
    if (!isCalled) call()
    return Effect.sync(() => {
      own.go = undefined
    })
  })
}

const queues = new WeakMap<Scheduler.Scheduler, Effect.Effect<void>>()

const queueOf = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const line = queues.get(scheduler) ?? makeQueue(scheduler)
  queues.set(scheduler, line)
  return line
}

let isEnabled = false

/**
 * Lets the work of all requests of this process take turns. For hosts of one loop alone: others end what a request has
 * called when it is over, and with it the turns of the rest.
 */
export const enableFairQueue = (): void => {
  isEnabled = true
}

/**
 * To be taken between pieces of long work, each of about a millisecond: others are served, and the work goes on; after
 * {@link enableFairQueue}, when it is its turn again.
 */
export const yieldFairly: Effect.Effect<void> = Effect.withFiber((fiber) => {
  if (!isEnabled) return Effect.yieldNow
  const scheduler = fiber.getRef(Scheduler.Scheduler)
  // What is run at once has no others beside it.
  return scheduler.executionMode === "sync" ? Effect.yieldNow : queueOf(scheduler)
})
