// The SQLite client: files it refuses, durability, transactions, errors and rows.
import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inGroup } from "../../src/database/dialect.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { directory, file } from "../stores.ts"
import { begun, test, testOver } from "../effects.ts"
import { query } from "../query.ts"

const open = (filename: string) => Sqlite.layer({ filename })
const memory = open(":memory:")

const storeTest = testOver(memory)
const refusal = (filename: string) => Effect.flip(Effect.scoped(Layer.build(Sqlite.layer({ filename }))))

test("a file that is not a store is a one-line StoreError", function* () {
  const path = yield* directory
  const text = join(path, "text.db")
  writeFileSync(text, "Not a database.\n".repeat(64))
  mkdirSync(join(path, "folder.db"))
  const missing = join(path, "missing", "leadline.db")
  const cases = [
    [text, "it is not a database: restore a backup with leadline restore FILE"],
    [missing, "its directory does not exist"],
    [join(path, "folder.db"), "it cannot be opened"]
  ] as const
  for (const [filename, reason] of cases) {
    const error = yield* refusal(filename)
    assert.strictEqual(error._tag, "StoreError")
    assert.strictEqual(error.message, `The database ${filename} cannot be used: ${reason}.`)
  }
  assert.strictEqual(readFileSync(text, "utf8"), "Not a database.\n".repeat(64))
})

describe("the connection", () => {
  test("creates files for their owner only, whatever the umask", function* () {
    const path = yield* directory
    const before = process.umask(0)
    const modes = yield* Effect.gen(function* () {
      yield* SqlClient.SqlClient
      return readdirSync(path).map((name) => [name, statSync(join(path, name)).mode & 0o777])
    }).pipe(Effect.provide(Sqlite.layer({ filename: file(path) })))
    process.umask(before)
    assert.deepEqual(modes, [
      ["leadline.db", 0o600],
      ["leadline.db-shm", 0o600],
      ["leadline.db-wal", 0o600]
    ])
  })

  test("uses write-ahead logging and waits for the disk", function* () {
    const path = yield* directory
    yield* Effect.gen(function* () {
      assert.deepEqual(yield* query`PRAGMA journal_mode`.values, [["wal"]])
      assert.deepEqual(yield* query`PRAGMA synchronous`.values, [[2]])
      assert.deepEqual(yield* query`PRAGMA foreign_keys`.values, [[1]])
    }).pipe(Effect.provide(Sqlite.layer({ filename: file(path) })))
  })

  storeTest("rolls back a failed transaction, and a nested one to its savepoint", function* () {
    const sql = yield* SqlClient.SqlClient
    const names = sql`SELECT id FROM api_group ORDER BY id`.values
    const add = (id: string) => sql`INSERT INTO api_group ${sql.insert({ id, name: id, created_at: 0 })}`
    yield* Effect.exit(sql.withTransaction(Effect.andThen(add("a"), Effect.fail("no"))))
    assert.deepEqual(yield* names, [["default"]])
    const inner = Effect.exit(sql.withTransaction(Effect.andThen(add("c"), Effect.fail("no"))))
    yield* sql.withTransaction(Effect.andThen(add("b"), inner))
    assert.deepEqual(yield* names, [["b"], ["default"]])
  })

  storeTest(
    "goes to others after one transaction of a group, however many of its transactions wait",
    function* () {
      const gate = yield* Deferred.make<void>()
      const order: Array<string> = []
      const end = (name: string) =>
        Effect.andThen(
          Deferred.await(gate),
          Effect.sync(() => void order.push(name))
        )
      const busy = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        begun(inGroup("busy")(end("busy")))
      )
      const other = yield* begun(inGroup("other")(end("other")))
      const read = yield* begun(Effect.andThen(query`SELECT 1`, end("read")))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach([...busy, other, read], Fiber.join)
      assert.sameMembers(order.slice(0, 3), ["busy", "other", "read"])
    }
  )

  storeTest("classifies errors, whose messages contain no values", function* () {
    const sql = yield* SqlClient.SqlClient
    const values = { id: "default", name: "canary", created_at: 0 }
    const twice = yield* Effect.flip(sql`INSERT INTO api_group ${sql.insert(values)}`)
    assert.strictEqual(twice.reason._tag, "ConstraintError")
    assert.notInclude(twice.message, "canary")
  })
})
