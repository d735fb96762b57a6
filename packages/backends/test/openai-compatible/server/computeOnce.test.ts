// A shared value is found once, by work that outlives whoever began it.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { computeOnce } from "../../../src/openai-compatible/server/computeOnce.ts"

const run = <A>(work: Effect.Effect<A, unknown>) => Effect.runPromise(work)

describe("computeOnce", () => {
  it("finds a value once for all who wait, and again when it was forgotten", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          let found = 0
          const shared = computeOnce(
            yield* Effect.scope,
            Effect.andThen(
              Effect.yieldNow,
              Effect.sync(() => ++found)
            )
          )
          const all = yield* Effect.all([shared.get, shared.get, shared.get], { concurrency: 3 })
          assert.deepStrictEqual(all, [1, 1, 1])
          yield* shared.forget
          assert.strictEqual(yield* shared.get, 2)
        })
      )
    ))

  it("goes on for the others when the first is interrupted", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          const gate = yield* Deferred.make<number>()
          const shared = computeOnce(yield* Effect.scope, Deferred.await(gate))
          const first = yield* Effect.forkChild(shared.get)
          yield* Effect.yieldNow
          const second = yield* Effect.forkChild(shared.get)
          yield* Effect.yieldNow
          yield* Fiber.interrupt(first)
          yield* Deferred.succeed(gate, 7)
          assert.strictEqual(yield* Fiber.join(second), 7)
        })
      )
    ))

  it("keeps no failure", () =>
    run(
      Effect.scoped(
        Effect.gen(function* () {
          let asked = 0
          const shared = computeOnce(
            yield* Effect.scope,
            Effect.suspend(() => (++asked === 1 ? Effect.fail("no") : Effect.succeed("yes")))
          )
          assert.strictEqual(yield* Effect.flip(shared.get), "no")
          assert.strictEqual(yield* shared.get, "yes")
        })
      )
    ))
})
