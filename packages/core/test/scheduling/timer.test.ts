// Timers on the machine's clock, and on another.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { setTimer } from "../../src/scheduling/timer.ts"

const machine = Context.get(Context.empty(), Clock.Clock)
const day = 86_400_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([1, 2 ** 31 - 1, 2 ** 31, 60 * day])("runs after %d ms and not before", (millis) => {
  const onTimeout = vi.fn<() => void>()
  setTimer(machine, Context.empty(), millis, onTimeout)
  vi.advanceTimersByTime(millis - 1)
  expect(onTimeout).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onTimeout).toHaveBeenCalledOnce()
})

it.each([1, 60 * day])("leaves nothing behind when it is cancelled, %d ms", (millis) => {
  const cancel = setTimer(machine, Context.empty(), millis, () => expect.unreachable())
  cancel?.()
  expect(vi.getTimerCount()).toBe(0)
})

it("is none for Infinity", () => {
  expect(setTimer(machine, Context.empty(), Infinity, () => expect.unreachable())).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it("runs on the clock that it is given", () => {
  vi.useRealTimers()
  return Effect.runPromise(
    Effect.gen(function* () {
      const onTimeout = vi.fn<() => void>()
      const clock = yield* Clock.Clock
      setTimer(clock, yield* Effect.context(), 1_000, onTimeout)
      yield* TestClock.adjust(999)
      expect(onTimeout).not.toHaveBeenCalled()
      yield* TestClock.adjust(1)
      expect(onTimeout).toHaveBeenCalledOnce()
    }).pipe(Effect.provide(TestClock.layer()), Effect.scoped)
  )
})
