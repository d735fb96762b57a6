// When the event loop counts as too late.
import { assert, describe, it } from "vitest"
import { makeLoopDelay } from "../../src/server/loopDelay.ts"

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Nothing else runs for so long. */
const block = (millis: number): void => {
  const until = performance.now() + millis
  while (performance.now() < until) Math.sqrt(2)
}

describe("the event loop", () => {
  it("is too late while it is late again and again, and not any more some seconds later", async () => {
    const delay = makeLoopDelay(200, 100)
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
    const delay = makeLoopDelay(10_000, 20)
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
