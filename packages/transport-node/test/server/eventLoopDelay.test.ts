// When the event loop counts as too late.
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeLateness, makeEventLoopDelay } from "../../src/server/eventLoopDelay.ts"

const late = (...looks: ReadonlyArray<readonly [now: number, late: number]>) => {
  const lateness = makeLateness()
  for (const [now, delay] of looks) lateness.add(now, delay)
  return lateness
}

describe("the delays of the last five seconds", () => {
  it("are described by their percentiles, and by the third longest", () => {
    const lateness = late(...Array.from({ length: 100 }, (_, at) => [at, at + 1] as const))
    assert.strictEqual(lateness.percentile(50), 50)
    assert.strictEqual(lateness.percentile(99), 99)
    assert.strictEqual(lateness.nearWorst(), 98)
  })

  it("count from the first one on, and those before not", () => {
    const delays = [
      [1_000, 300],
      [2_000, 301],
      [3_000, 302]
    ] as const
    assert.strictEqual(late(...delays).nearWorst(), 300)
    assert.strictEqual(late(...delays, [5_999, 1]).nearWorst(), 300)
    assert.strictEqual(late(...delays, [6_000, 1]).nearWorst(), 1)
  })

  it("are no overload while there are two of them", () => {
    assert.strictEqual(late([0, 900], [1, 900]).nearWorst(), 0)
  })

  it("are 0 where there are none", () => {
    assert.strictEqual(makeLateness().percentile(99), 0)
  })
})

describe("the event loop", () => {
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
    assert.isFalse(delay.isOver())
    run(10_000, 0)
    run(1_000, 500)
    run(1_000, 0)
    assert.isFalse(delay.isOver())
    delay.stop()
  })
})
