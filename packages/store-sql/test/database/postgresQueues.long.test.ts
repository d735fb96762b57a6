// Transactions of one group that wait for each other leave the connections to others.
import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { createGroup } from "../../src/index.ts"
import { inGroup } from "../../src/database/dialect.ts"
import { newTables } from "../stores.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

describe("twenty transactions of a group on a PostgreSQL with five connections", () => {
  testOver(newTables).live("run in their order, while other groups and reads go on", function* () {
    yield* createGroup("busy")
    yield* createGroup("other")
    const gate = yield* Deferred.make<void>()
    const order: Array<number> = []
    const busy = yield* Effect.forEach(
      Array.from({ length: 20 }, (_, at) => at),
      (at) =>
        Effect.forkChild(
          inGroup("busy")(
            Effect.andThen(
              Deferred.await(gate),
              Effect.sync(() => void order.push(at))
            )
          ),
          { startImmediately: true }
        )
    )
    assert.deepStrictEqual(yield* inGroup("other")(query`SELECT 1 AS one`), [{ one: 1 }])
    assert.deepStrictEqual(yield* query`SELECT 2 AS two`, [{ two: 2 }])
    assert.isEmpty(order)
    yield* Deferred.succeed(gate, undefined)
    yield* Effect.forEach(busy, Fiber.join)
    assert.deepStrictEqual(
      order,
      Array.from(order, (_, at) => at)
    )
  })
})
