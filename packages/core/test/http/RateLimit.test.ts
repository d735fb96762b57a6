// The limiter: exact within a clock second, per group and operation.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { layerMemory, Limiter } from "../../src/http/Limiter.ts"

describe("three requests a second", () => {
  const limited = Effect.provide(layerMemory({ requestsPerSecond: 3 }))

  it.effect("count down, refuse the fourth until the second ends, and start again", () =>
    Effect.gen(function* () {
      const limiter = yield* Limiter
      const take = limiter.take("group", "decisions.create")
      yield* TestClock.setTime(10_250)
      assert.deepStrictEqual(yield* take, { limit: 3, used: 1, remaining: 2, reset: 11, wait: undefined })
      assert.deepStrictEqual(yield* take, { limit: 3, used: 2, remaining: 1, reset: 11, wait: undefined })
      assert.deepStrictEqual(yield* take, { limit: 3, used: 3, remaining: 0, reset: 11, wait: undefined })
      assert.deepStrictEqual(yield* take, { limit: 3, used: 3, remaining: 0, reset: 11, wait: 750 })
      yield* TestClock.setTime(11_000)
      assert.deepStrictEqual(yield* take, { limit: 3, used: 1, remaining: 2, reset: 12, wait: undefined })
    }).pipe(limited)
  )

  it.effect("are counted apart for each group and operation", () =>
    Effect.gen(function* () {
      const { take } = yield* Limiter
      yield* take("a", "x")
      assert.strictEqual((yield* take("a", "y")).used, 1)
      assert.strictEqual((yield* take("b", "x")).used, 1)
      assert.strictEqual((yield* take("a", "x")).used, 2)
    }).pipe(limited)
  )
})
