// Counts how often work pauses for others. Work is counted, not timed, so the number is always the same.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"

/** A scheduler that counts its turns, and what it calls at each of them. */
const counting = (onTurn: (turns: number) => void) => {
  let turns = 0
  const scheduler = new Scheduler.MixedScheduler("async", (run) => {
    onTurn(++turns)
    const handle = setImmediate(run)
    return () => clearImmediate(handle)
  })
  return { scheduler, turns: () => turns }
}

/** How often the event loop gets a turn while work runs. */
export const turnsOf = <R>(work: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const { scheduler, turns } = counting(() => undefined)
    const counted = Effect.provideService(work, Scheduler.Scheduler, scheduler)
    yield* Effect.promise(() => Effect.runPromiseExit(Effect.provideContext(counted, context)))
    return turns()
  })

/** Interrupts work after some turns of the event loop, and says whether it ended by that, and how many more came. */
export const interruptedAfter = <R>(wanted: number, work: Effect.Effect<unknown, unknown, R>) =>
  Effect.gen(function* () {
    let fiber: Fiber.Fiber<unknown, unknown> | undefined
    const { scheduler, turns } = counting((turn) => {
      if (turn === wanted) fiber?.interruptUnsafe()
    })
    const counted = Effect.provideService(work, Scheduler.Scheduler, scheduler)
    fiber = yield* Effect.forkChild(counted, { startImmediately: true })
    const exit = yield* Fiber.await(fiber)
    return { isInterrupted: Exit.hasInterrupts(exit), turnsAfter: turns() - wanted }
  })
