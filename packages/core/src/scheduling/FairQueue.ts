// Long work of many requests takes turns: if all of it went on at once, whoever comes would wait for a piece of each.
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** Assumed: ours. Pieces of work that go on before the runtime looks at what has come meanwhile. */
const pieces = 4

interface Waiting {
  /** Undefined when it does not wait any more. */
  go: (() => void) | undefined
}

/** The work of one scheduler, in the order in which it came. */
const makeLine = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const dispatcher = scheduler.makeDispatcher()
  const waiting: Array<Waiting> = []
  let isCalled = false
  const call = (): void => {
    isCalled = true
    dispatcher.scheduleTask(round, 0)
  }
  const round = (): void => {
    const next = waiting.splice(0, pieces)
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

const lines = new WeakMap<Scheduler.Scheduler, Effect.Effect<void>>()

const lineOf = (scheduler: Scheduler.Scheduler): Effect.Effect<void> => {
  const line = lines.get(scheduler) ?? makeLine(scheduler)
  lines.set(scheduler, line)
  return line
}

let areShared = false

/**
 * Lets the work of all requests of this process take turns. For hosts of one loop alone: others end what a request has
 * called when it is over, and with it the turns of the rest.
 */
export const shareTurns = (): void => {
  areShared = true
}

/**
 * To be taken between pieces of long work, each of about a millisecond: others are served, and the work goes on; after
 * {@link shareTurns}, when it is its turn again.
 */
export const turn: Effect.Effect<void> = Effect.withFiber((fiber) => {
  if (!areShared) return Effect.yieldNow
  const scheduler = fiber.getRef(Scheduler.Scheduler)
  // What is run at once has no others beside it.
  return scheduler.executionMode === "sync" ? Effect.yieldNow : lineOf(scheduler)
})
