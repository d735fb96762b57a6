// Waits of which nearly all are called off: one sleep of the clock for all of them.
// Source: none; Assumed: ours.
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { CallOff } from "./alarm.ts"

interface Alarm {
  readonly at: number
  readonly ring: () => void
}

/** The waits on one clock. */
export interface Alarms {
  readonly clock: Clock.Clock
  /** Runs `ring` at a moment of the clock that never goes back, in milliseconds; never for Infinity. */
  readonly set: (at: number, ring: () => void) => CallOff
}

/** Waits until the scope ends. A sleep goes on after its alarm was called off: the next alarm is later. */
export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context())
  const waiting = new Set<Alarm>()
  let wakesAt = Infinity
  let sleeping: Fiber.Fiber<void> | undefined

  const now = (): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const sleepUntil = (at: number): void => {
    sleeping?.interruptUnsafe()
    wakesAt = at
    sleeping = runFork(
      Effect.andThen(clock.sleep(Duration.millis(Math.max(1, Math.ceil(at - now())))), Effect.sync(wake))
    )
  }
  const wake = (): void => {
    sleeping = undefined
    wakesAt = Infinity
    const time = now()
    let next = Infinity
    for (const alarm of waiting) {
      if (alarm.at > time) next = Math.min(next, alarm.at)
      else if (waiting.delete(alarm)) alarm.ring()
    }
    if (next < wakesAt) sleepUntil(next)
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => sleeping?.interruptUnsafe()))
  const alarms: Alarms = {
    clock,
    set: (at, ring) => {
      const alarm = { at, ring }
      waiting.add(alarm)
      if (at < wakesAt) sleepUntil(at)
      return () => void waiting.delete(alarm)
    }
  }
  return alarms
})
