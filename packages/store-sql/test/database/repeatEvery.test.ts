// Background writes of a layer.
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { writeEvery } from "../../src/database/repeatEvery.ts"

it.effect("a write that has begun ends before its scope closes, and what came after it is written then", () =>
  Effect.gen(function* () {
    const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    let pending = ["first"]
    const written: Array<string> = []
    const write = Effect.gen(function* () {
      const batch = pending
      pending = []
      yield* Deferred.succeed(begun, undefined)
      yield* Deferred.await(mayEnd)
      written.push(...batch)
    })
    const scope = yield* Scope.make()
    yield* Scope.provide(writeEvery(1_000, write), scope)
    yield* TestClock.adjust(1_000)
    yield* Deferred.await(begun)
    pending.push("second")
    const closed = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* Effect.yieldNow
    yield* Deferred.succeed(mayEnd, undefined)
    yield* Fiber.join(closed)
    assert.deepEqual(written, ["first", "second"])
  })
)
