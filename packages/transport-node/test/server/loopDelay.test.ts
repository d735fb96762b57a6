// When the event loop counts as too late.
import { assert, describe, it } from "vitest"
import { makeLateness, makeLoopDelay } from "../../src/server/loopDelay.ts"

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

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Nothing else runs for so long. */
const block = (millis: number): void => {
  const until = performance.now() + millis
  while (performance.now() < until) Math.sqrt(2)
}

describe("the event loop", () => {
  it("is too late while it is late again and again, and not any more some seconds later", async () => {
    const delay = makeLoopDelay(200)
    try {
      const until = performance.now() + 15_000
      while (!delay.isOver() && performance.now() < until) {
        block(300)
        await pause(1)
      }
      assert.isTrue(delay.isOver())
      assert.isAtLeast(delay.percentile(99), 200)
      const calm = performance.now() + 40_000
      while (delay.isOver() && performance.now() < calm) await pause(50)
      assert.isFalse(delay.isOver())
    } finally {
      delay.stop()
    }
  })

  it("is not too late below its limit, whatever it waited for", async () => {
    const delay = makeLoopDelay(10_000)
    try {
      block(300)
      for (let round = 0; round < 12; round++) {
        await pause(100)
        assert.isFalse(delay.isOver())
      }
    } finally {
      delay.stop()
    }
  })
})
