import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { make } from "../../src/client/sharedTimer.ts"

const millis = Effect.clockWith((clock) => Effect.succeed(Number(clock.monotonicTimeNanosUnsafe()) / 1e6))

describe("alarms", () => {
  it.effect("ring once each, at their moments, in whichever order they are set", () =>
    Effect.gen(function* () {
      const alarms = yield* make
      const clock = yield* Clock.Clock
      const rung: Array<string> = []
      const ring = (name: string) => () => {
        rung.push(`${name} at ${clock.currentTimeMillisUnsafe()}`)
      }
      alarms.set(3_000, ring("c"))
      alarms.set(1_000, ring("a"))
      alarms.set(2_000, ring("b"))
      alarms.set(2_000, ring("b too"))
      alarms.set(Infinity, ring("never"))
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(rung, [])
      yield* TestClock.adjust(5_000)
      assert.deepStrictEqual(rung, ["a at 1000", "b at 2000", "b too at 2000", "c at 3000"])
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(rung.length, 4)
    })
  )

  it.effect("that were called off never ring, and those after them ring in time", () =>
    Effect.gen(function* () {
      const alarms = yield* make
      const rung: Array<number> = []
      const first = alarms.set(1_000, () => rung.push(1_000))
      first()
      first()
      yield* TestClock.adjust(500)
      const now = yield* millis
      alarms.set(now + 1_000, () => rung.push(1_500))
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(rung, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(rung, [1_500])
    })
  )

  it.effect("may be set and called off by one that rings", () =>
    Effect.gen(function* () {
      const alarms = yield* make
      const rung: Array<string> = []
      alarms.set(1_000, () => {
        rung.push("a")
        beside()
        alarms.set(1_000, () => rung.push("late"))
        alarms.set(3_000, () => rung.push("later"))
      })
      const beside = alarms.set(1_000, () => rung.push("b"))
      yield* TestClock.adjust(2_000)
      assert.deepStrictEqual(rung, ["a", "late"])
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(rung, ["a", "late", "later"])
    })
  )

  it.effect("do not ring after the end of their scope", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const alarms = yield* Scope.provide(make, scope)
      let rung = 0
      alarms.set(1_000, () => rung++)
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(rung, 0)
    })
  )
})
