// A database that another connection has locked: reads go on, writes wait, and the event loop stays free.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { DatabaseSync } from "node:sqlite"
import * as Sqlite from "../../src/database/sqlite.ts"
import { directory, file } from "../stores.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

const addGroup = (id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO api_group ${sql.insert({ id, name: id, created_at: 0 })}`
  )

const groups = Effect.map(
  query<{ readonly n: number }>`SELECT COUNT(*) AS n FROM api_group`,
  ([row]) => row?.n
)

const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

/** Runs an effect on a store that another connection locks; `unlock` ends that. */
const whileLocked = <A, E, R>(busyTimeout: number, run: (unlock: () => void) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(directory, (path) =>
    Effect.gen(function* () {
      const other = new DatabaseSync(file(path))
      other.exec("BEGIN EXCLUSIVE")
      const result = yield* run(() => other.exec("COMMIT"))
      other.close()
      return result
    }).pipe(Effect.provide(Sqlite.layer({ filename: file(path), busyTimeout })))
  )

describe("a locked database", () => {
  it.effect("is read while many writes wait, which all succeed afterwards", () =>
    whileLocked(10_000, (unlock) =>
      Effect.gen(function* () {
        const writes = yield* Effect.forEach(["a", "b", "c", "d"], (id, index) =>
          Effect.forkChild(index % 2 === 0 ? addGroup(id) : transaction(addGroup(id)))
        )
        yield* TestClock.adjust(9_999)
        assert.strictEqual(yield* groups, 1)
        unlock()
        yield* TestClock.adjust(1)
        yield* Fiber.joinAll(writes)
        assert.strictEqual(yield* groups, 5)
      })
    )
  )

  it.effect("fails a write with a LockTimeoutError when its time is up, and runs no transaction", () =>
    whileLocked(1_000, (unlock) =>
      Effect.gen(function* () {
        let runs = 0
        const counted = Effect.suspend(() => addGroup(`group-${runs++}`))
        for (const write of [addGroup("plain"), transaction(counted)]) {
          const failing = yield* Effect.forkChild(Effect.flip(write))
          yield* TestClock.adjust(999)
          assert.isUndefined(failing.pollUnsafe())
          yield* TestClock.adjust(1)
          assert.isDefined(failing.pollUnsafe())
          assert.strictEqual((yield* Fiber.join(failing)).reason._tag, "LockTimeoutError")
        }
        assert.strictEqual(runs, 0)
        unlock()
        yield* transaction(counted)
        assert.strictEqual(runs, 1)
      })
    )
  )

  testOver(Sqlite.layer({ filename: ":memory:" }))(
    "never runs a transaction twice that has begun",
    function* () {
      const sql = yield* SqlClient.SqlClient
      let runs = 0
      const locked = yield* Effect.flip(Effect.scoped(whileLocked(0, () => addGroup("plain"))))
      const fails = Effect.suspend(() => (runs++, Effect.fail(locked)))
      yield* Effect.flip(sql.withTransaction(fails))
      assert.strictEqual(runs, 1)
    }
  )
})
