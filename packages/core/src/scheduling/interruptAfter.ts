// Interrupts an effect after a time. `Effect.timeout` does the same, but adds 0.2 KB to every client bundle.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { setTimer } from "./timer.ts"

/** The exit of an effect; that of an interruption once so many milliseconds have passed. */
export const interruptAfter = <A, E>(
  effect: Effect.Effect<A, E>,
  millis: number
): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.withFiber((fiber) =>
    Effect.callback((resume) => {
      const running = Effect.runForkWith(fiber.context)(effect)
      const interrupt = () => running.interruptUnsafe()
      const cancelTimer = setTimer(fiber.getRef(Clock.Clock), fiber.context, millis, interrupt)
      running.addObserver((exit) => {
        cancelTimer?.()
        resume(Effect.succeed(exit))
      })
      return Effect.sync(interrupt)
    })
  )
