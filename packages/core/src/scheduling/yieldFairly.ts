// Yields of long work to the event loop: without a queue, a new request would wait for a step of each other one.
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { FairQueue } from "./FairQueue.ts"
import { roundDuration } from "./limits.ts"

interface Waiting {
  readonly group: string
  readonly go: () => void
  /** Milliseconds of work before it; where the clock stands still, the next piece takes as many. */
  readonly worked: number
  readonly clock: Clock.Clock
  /** The round in which it was added. */
  readonly round: number
}

/** Waits for the next turn of a group that has worked for so many milliseconds. */
type WaitForTurn = (group: string, worked: number, clock: Clock.Clock) => Effect.Effect<void>

const nanosPerMilli = 1e6

/** Milliseconds that a piece of work has taken, which may be far more than the one before it. */
const timeOf = ({ clock, go, worked }: Waiting): number => {
  const begin = clock.monotonicTimeNanosUnsafe()
  go()
  const nanos = Number(clock.monotonicTimeNanosUnsafe() - begin)
  return nanos > 0 ? nanos / nanosPerMilli : worked
}

/** The queue of one scheduler. */
const makeQueue = (scheduler: Scheduler.Scheduler): WaitForTurn => {
  const dispatcher = scheduler.makeDispatcher()
  const queue = new FairQueue<Waiting>()
  let isScheduled = false
  /** A piece of work runs, which is charged when it pauses. */
  let isWorking = false
  let rounds = 0
  const schedule = (): void => {
    isScheduled = true
    dispatcher.scheduleTask(round, 0)
  }
  /** Work of a group with a single request takes part again in the same round, unless it is alone. */
  const round = (): void => {
    if (!mayWork()) return schedule()
    rounds++
    let others = queue.size
    let worked = 0
    while (worked < roundDuration && others > 0) {
      const next = queue.take()
      if (next === undefined) break
      if (next.round < rounds) others--
      isWorking = true
      const took = timeOf(next)
      isWorking = false
      queue.charge(next.group, took)
      worked += took
    }
    isScheduled = false
    if (queue.size > 0) schedule()
  }
  return (group, worked, clock) =>
    Effect.callback((resume) => {
      const entry: Waiting = { group, go: () => resume(Effect.void), worked, clock, round: rounds }
      queue.add(group, entry, isWorking ? 0 : worked)
      if (!isScheduled) schedule()
      return Effect.sync(() => queue.remove(group, entry))
    })
}

const queues = new WeakMap<Scheduler.Scheduler, WaitForTurn>()

const queueOf = (scheduler: Scheduler.Scheduler): WaitForTurn => {
  const queue = queues.get(scheduler) ?? makeQueue(scheduler)
  queues.set(scheduler, queue)
  return queue
}

/** The group to which work in a context belongs. */
type GroupOf = (context: Context.Context<never>) => string

let groupOf: GroupOf | undefined

let mayWork = (): boolean => true

/**
 * Makes long work of all requests of this process share one queue, by groups. Only for runtimes where a request may
 * call back for another one: elsewhere the end of a request ends its callbacks, and the queue would stop. `workable` is
 * asked before each round: while it says no, the event loop goes on without work. Default: it says yes.
 */
export const enableFairQueue = (group: GroupOf, workable?: () => boolean): void => {
  groupOf = group
  if (workable !== undefined) mayWork = workable
}

/**
 * Yields to the event loop after so many milliseconds of work. After {@link enableFairQueue} the work continues when its
 * turn in the queue comes.
 */
export const yieldAfter = (worked: number): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    if (groupOf === undefined) return Effect.yieldNow
    const scheduler = fiber.getRef(Scheduler.Scheduler)
    // Work that runs synchronously has no other requests beside it.
    if (scheduler.executionMode === "sync") return Effect.yieldNow
    return queueOf(scheduler)(groupOf(fiber.context), worked, fiber.getRef(Clock.Clock))
  })

/** Yields to the event loop. To be run between steps of long work, each of about a millisecond. */
export const yieldFairly: Effect.Effect<void> = yieldAfter(1)
