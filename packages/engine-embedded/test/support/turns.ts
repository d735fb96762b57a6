// Counts how often work pauses for others. Work is counted, not timed, so the number is always the same.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"

/** How often the event loop gets a turn while work runs, which is interrupted at one of them, and whether it ended by that. */
export const turnsOf = <R>(work: Effect.Effect<unknown, unknown, R>, end = Infinity) =>
  Effect.gen(function* () {
    let turns = 0
    let fiber: Fiber.Fiber<unknown, unknown> | undefined
    const scheduler = new Scheduler.MixedScheduler("async", (run) => {
      if (++turns === end) fiber?.interruptUnsafe()
      const handle = setImmediate(run)
      return () => clearImmediate(handle)
    })
    const counted = Effect.provideService(work, Scheduler.Scheduler, scheduler)
    fiber = yield* Effect.forkChild(counted, { startImmediately: true })
    return { isInterrupted: Exit.hasInterrupts(yield* Fiber.await(fiber)), turns }
  })
