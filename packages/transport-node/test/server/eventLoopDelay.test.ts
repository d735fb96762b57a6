// When the event loop counts as too late.
import { afterEach, assert, beforeEach, it, vi } from "vitest"
import { makeEventLoopDelay } from "../../src/server/eventLoopDelay.ts"

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  vi.spyOn(performance, "now").mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Runs the loop for a time, each look so late. */
const run = (millis: number, delay: number) => {
  for (const until = now + millis; now < until; vi.advanceTimersByTime(20)) now += 20 + delay
}

it("is too late once it was late three times in the last five seconds, but not in its first five", () => {
  const delay = makeEventLoopDelay(200)
  assert.strictEqual(delay.percentile(99), 0)
  run(5_000, 201)
  assert.isFalse(delay.isOver())
  run(500, 0)
  assert.isTrue(delay.isOver())
  assert.strictEqual(delay.percentile(99), 201)
  run(4_000, 0)
  assert.isTrue(delay.isOver())
  run(1_500, 0)
  assert.isFalse(delay.isOver())
  delay.stop()
  assert.strictEqual(vi.getTimerCount(), 0)
})

it("is not too late at its limit, nor by two pauses", () => {
  const delay = makeEventLoopDelay(200)
  run(10_000, 200)
  run(1_000, 500)
  run(1_000, 0)
  assert.isFalse(delay.isOver())
  delay.stop()
})
