// Waits of which nearly all are called off: one sleep of the clock for all of them.
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { CancelTimer } from "../scheduling/timer.ts"

/** The waits on one clock. */
export interface Alarms {
  readonly clock: Clock.Clock
  /** Runs `ring` at a moment of the clock that never goes back, in milliseconds; never for Infinity. */
  readonly set: (at: number, ring: () => void) => CancelTimer
}

/**
 * One of a ring of alarms, which begins and ends with one that never rings. What has left it points at nothing: a `Set`
 * keeps what was in its former tables alive until old space is collected, and all that a call holds with it.
 */
class Alarm {
  readonly at: number
  ring: (() => void) | undefined
  before: Alarm = this
  after: Alarm = this

  constructor(at: number, ring?: () => void) {
    this.at = at
    this.ring = ring
  }

  join(head: Alarm): void {
    this.before = head.before
    this.after = head
    this.before.after = this
    head.before = this
  }

  leave(): void {
    this.before.after = this.after
    this.after.before = this.before
    this.before = this
    this.after = this
    this.ring = undefined
  }
}

/** Waits until the scope ends. A sleep goes on after its alarm was called off: most alarms are later than those before. */
export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context())
  const head = new Alarm(Infinity)
  let wakesAt = Infinity
  let sleeping: Fiber.Fiber<void> | undefined

  const now = (): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const sleepUntil = (at: number): void => {
    sleeping?.interruptUnsafe()
    wakesAt = at
    const wait = Duration.millis(Math.max(1, Math.ceil(at - now())))
    sleeping = runFork(Effect.andThen(clock.sleep(wait), Effect.sync(wake)))
  }
  const wake = (): void => {
    sleeping = undefined
    wakesAt = Infinity
    const time = now()
    const due: Array<Alarm> = []
    let next = Infinity
    for (let alarm = head.after; alarm !== head; alarm = alarm.after) {
      if (alarm.at <= time) due.push(alarm)
      else next = Math.min(next, alarm.at)
    }
    if (next < wakesAt) sleepUntil(next)
    for (const alarm of due) {
      const { ring } = alarm
      alarm.leave()
      ring?.()
    }
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => sleeping?.interruptUnsafe()))
  const alarms: Alarms = {
    clock,
    set: (at, ring) => {
      const alarm = new Alarm(at, ring)
      alarm.join(head)
      if (at < wakesAt) sleepUntil(at)
      return () => alarm.leave()
    }
  }
  return alarms
})
