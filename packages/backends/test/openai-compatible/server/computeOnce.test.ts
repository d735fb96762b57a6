// A shared value is found once, by work that outlives whoever began it.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe } from "vitest"
import { computeOnce } from "../../../src/openai-compatible/server/computeOnce.ts"
import { test } from "../../support/effects.ts"

describe("computeOnce", () => {
  test("finds a value once for all who wait, and again when it was forgotten", function* () {
    let found = 0
    const finding = Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => ++found)
    )
    const { forget, get } = computeOnce(yield* Effect.scope, finding)
    assert.deepStrictEqual(yield* Effect.all([get, get, get], { concurrency: 3 }), [1, 1, 1])
    yield* forget
    assert.strictEqual(yield* get, 2)
  })

  test("goes on for the others when the first is interrupted", function* () {
    const gate = yield* Deferred.make<number>()
    const { get } = computeOnce(yield* Effect.scope, Deferred.await(gate))
    const first = yield* Effect.forkChild(get)
    yield* Effect.yieldNow
    const second = yield* Effect.forkChild(get)
    yield* Effect.yieldNow
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(gate, 7)
    assert.strictEqual(yield* Fiber.join(second), 7)
  })

  test("keeps no failure", function* () {
    let asked = 0
    const asking = Effect.suspend(() => (++asked === 1 ? Effect.fail("no") : Effect.succeed("yes")))
    const { get } = computeOnce(yield* Effect.scope, asking)
    assert.strictEqual(yield* Effect.flip(get), "no")
    assert.strictEqual(yield* get, "yes")
  })
})
