// Timers on the machine's clock, and on another.
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import { afterEach, vi } from "vitest"
import { setTimer } from "../../src/scheduling/timer.ts"

const machine = Context.get(Context.empty(), Clock.Clock)
const set = (millis: number, onTimeout: () => void) => setTimer(machine, Context.empty(), millis, onTimeout)

afterEach(() => void vi.useRealTimers())

it.each([1, 2 ** 31 - 1, 2 ** 31, 60 * 86_400_000])(
  "runs after %d ms and not before, and leaves nothing behind when it is cancelled",
  (millis) => {
    vi.useFakeTimers()
    const onTimeout = vi.fn<() => void>()
    const cancel = set(millis, () => assert.fail("it was cancelled"))
    cancel?.()
    assert.strictEqual(vi.getTimerCount(), 0)
    set(millis, onTimeout)
    vi.advanceTimersByTime(millis - 1)
    assert.lengthOf(onTimeout.mock.calls, 0)
    vi.advanceTimersByTime(1)
    assert.lengthOf(onTimeout.mock.calls, 1)
  }
)

it("is none for Infinity", () => assert.isUndefined(set(Infinity, () => undefined)))
