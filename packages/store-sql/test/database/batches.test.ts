// Batches of sums, and background writes: each counts once, whatever becomes of the answer to its COMMIT.
import { assert, it } from "@effect/vitest"
import { UsageMeter } from "@leadline/core/usage-meter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { layerUsageMeter, listUsage } from "../../src/index.ts"
import { testOver } from "../effects.ts"
import { adjust, collecting, eventually, newStore } from "../stores.ts"
import * as Deferred from "effect/Deferred"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { writeEvery } from "../../src/database/repeatEvery.ts"

const lines: Array<string> = []

const storeTest = testOver(
  layerUsageMeter().pipe(Layer.provideMerge(newStore), Layer.provideMerge(collecting(lines)))
)

const lost = () =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ message: "The connection is lost", cause: undefined })
  })

/** Loses the connection so many times, after a transaction has been committed. */
const loseAnswers = (times: number) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const transact = sql.withTransaction
    let left = times
    const withTransaction: SqlClient.SqlClient["withTransaction"] = (effect) =>
      Effect.tap(transact(effect), () => (left-- > 0 ? Effect.fail(lost()) : Effect.void))
    Object.assign(sql, { withTransaction })
  })

const add = Effect.flatMap(UsageMeter, (meter) =>
  Effect.sync(() =>
    meter?.add({ group: "default", operation: "chat.create", inputTokens: 5, outputTokens: 1, cost: 0.5 })
  )
)

/** Ten seconds later, when batches are written, until so many have failed. */
const failed = (count: number) =>
  eventually(
    Effect.sync(() => lines.filter((line) => line.includes("could not be written")).length),
    (found) => found === count,
    adjust(10_000)
  )

storeTest("a batch whose COMMIT is not answered counts once, and so does what came since", function* () {
  yield* loseAnswers(2)
  yield* add
  yield* failed(2)
  yield* add
  yield* eventually(listUsage(), ([row]) => (row?.requests ?? 0) > 1, adjust(10_000))
  yield* adjust(30_000)
  const [row, ...others] = yield* listUsage()
  assert.deepInclude(row, { requests: 2, input_tokens: 10, output_tokens: 2, cost_usd: 1 })
  assert.isEmpty(others)
})

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
