// The SQLite client: files it refuses, durability, transactions, a file that is locked, and a full disk.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { essential } from "../../src/database/DiskReserve.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { checkStart, heartbeat, layerMaintenance } from "../../src/index.ts"
import { begun, counted, directory, file, insertGroup, query, test, testOver } from "../stores.ts"

test("a file that is not a store is a one-line StoreError", function* () {
  const path = yield* directory
  const text = join(path, "text.db")
  writeFileSync(text, "Not a database.\n".repeat(64))
  for (const [filename, reason] of [
    [text, "it is not a database: restore a backup with leadline restore FILE"],
    [join(path, "missing", "leadline.db"), "its directory does not exist"],
    [path, "it cannot be opened"]
  ] as const) {
    const error = yield* Effect.flip(Effect.scoped(Layer.build(Sqlite.layer({ filename }))))
    assert.strictEqual(error._tag, "StoreError")
    assert.strictEqual(error.message, `The database ${filename} cannot be used: ${reason}.`)
  }
  assert.strictEqual(readFileSync(text, "utf8"), "Not a database.\n".repeat(64))
})

test("what is written is on the disk", function* () {
  const sqlite = Sqlite.layer({ filename: file(yield* directory) })
  const settings = Effect.all([query`PRAGMA journal_mode`.values, query`PRAGMA synchronous`.values])
  assert.deepEqual((yield* Effect.provide(settings, sqlite)).flat(2), ["wal", 2])
})

testOver(Sqlite.layer({ filename: ":memory:" }))(
  "a transaction that fails is rolled back, and a nested one to its savepoint",
  function* () {
    const sql = yield* SqlClient.SqlClient
    const names = sql`SELECT id FROM api_group ORDER BY id`.values
    yield* Effect.exit(sql.withTransaction(Effect.andThen(insertGroup("a"), Effect.fail("no"))))
    assert.deepEqual(yield* names, [["default"]])
    const inner = Effect.exit(sql.withTransaction(Effect.andThen(insertGroup("c"), Effect.fail("no"))))
    yield* sql.withTransaction(Effect.andThen(insertGroup("b"), inner))
    assert.deepEqual(yield* names, [["b"], ["default"]])
  }
)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))

test("a locked database is read while writes wait, for their timeout at most, and run once", function* () {
  const path = yield* directory
  yield* Effect.gen(function* () {
    const other = new DatabaseSync(file(path))
    other.exec("BEGIN EXCLUSIVE")
    let runs = 0
    const late = Effect.suspend(() => insertGroup(`group-${runs++}`))
    const failing = yield* Effect.forEach([insertGroup("plain"), inTransaction(late)], (write) =>
      begun(Effect.flip(write))
    )
    yield* TestClock.adjust(1)
    const writes = yield* Effect.forEach([insertGroup("a"), inTransaction(insertGroup("b"))], begun)
    yield* TestClock.adjust(9_998)
    for (const one of failing) assert.isUndefined(one.pollUnsafe())
    yield* TestClock.adjust(1)
    for (const one of failing) assert.strictEqual((yield* Fiber.join(one)).reason._tag, "LockTimeoutError")
    assert.deepEqual([runs, yield* counted("api_group")], [0, 1])
    other.exec("COMMIT")
    other.close()
    yield* TestClock.adjust(20)
    yield* Fiber.joinAll(writes)
    yield* inTransaction(late)
    assert.deepEqual([runs, yield* counted("api_group")], [1, 4])
  }).pipe(Effect.provide(Sqlite.layer({ filename: file(path), busyTimeout: 10_000 })))
})

const day = 86_400_000
const now = Date.parse("2026-11-22T12:00:00Z")

describe("a start", () => {
  test("refuses a damaged database that opens", function* () {
    const path = yield* directory
    const sqlite = Layer.fresh(Sqlite.layer({ filename: file(path) }))
    const [page] = yield* Effect.andThen(
      checkStart(),
      query`SELECT rootpage - 1 FROM sqlite_schema WHERE name = 'audit_event'`.values
    ).pipe(Effect.provide(sqlite))
    writeSync(openSync(file(path), "r+"), Buffer.alloc(4096, 0x7f), 0, 4096, Number(page?.[0]) * 4096)
    const { message } = yield* Effect.flip(checkStart()).pipe(Effect.provide(sqlite))
    assert.match(
      message,
      /^The database \/.*leadline\.db is damaged \(.*\): restore a backup with leadline restore/
    )
  })

  test.each([
    [0, true],
    [-300_000, true],
    [7 * day, true],
    [-300_001, false],
    [7 * day + 1, false]
  ] as const)(
    "at a clock %d ms after the last write is accepted: %s",
    function* ([milliseconds, isAccepted]) {
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(now)
        yield* heartbeat
        yield* TestClock.setTime(now + milliseconds)
        if (isAccepted) return yield* checkStart()
        assert.match(
          (yield* Effect.flip(checkStart())).message,
          /^The clock says 2026-11-.*, but the store was last written at 2026-11-22T12:00:00Z: correct the clock/
        )
        yield* checkStart({ acceptClock: true })
      }).pipe(Effect.provide(Sqlite.layer({ filename: ":memory:" })))
    }
  )
})

const bytes = 65_536

/** A test on a store with a reserve; gets the path of its database. */
const reserving = (
  title: string,
  steps: (database: string) => Generator<Effect.Effect<unknown, unknown, SqlClient.SqlClient>, void, never>
) =>
  it.effect(title, () =>
    Effect.flatMap(directory, (path) => {
      const layer = Sqlite.layer({ filename: file(path), reserve: bytes })
      const run = Effect.gen(() => steps(file(path)))
      return Effect.provide(run, layerMaintenance().pipe(Layer.provideMerge(layer)))
    })
  )

/** Inserts a row that needs further pages; how often it was tried, and the result. */
const insertLarge = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const seen = { runs: 0 }
  const insert = Effect.suspend(() => {
    const id = `group-${seen.runs++}`
    return insertGroup(id, { name: "x".repeat(40_000) })
  })
  return { seen, transaction: Effect.result(sql.withTransaction(insert)) }
})

/** As on a full disk, the database cannot grow. */
const setFull = (full: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [[pages] = [0]] = yield* sql`PRAGMA page_count`.values
    yield* sql`PRAGMA max_page_count = ${sql.literal(String(full ? pages : 1_000_000))}`
  })

const move = (from: string, to: string) => {
  for (const end of ["", "-wal", "-shm", "-reserve"]) renameSync(from + end, to + end)
}

reserving(
  "the disk reserve is kept by other transactions, released by essential ones, and made again",
  function* (database) {
    const reserve = `${database}-reserve`
    assert.strictEqual(statSync(reserve).size, bytes)
    assert.strictEqual(statSync(reserve).mode & 0o777, 0o600)
    yield* setFull(true)
    const { seen, transaction } = yield* insertLarge
    assert.strictEqual((yield* transaction)._tag, "Failure")
    assert.isTrue(existsSync(reserve))
    // It runs again with the space of the reserve, which is not enough here.
    assert.strictEqual((yield* essential(transaction))._tag, "Failure")
    assert.strictEqual(seen.runs, 3)
    assert.isFalse(existsSync(reserve))
    yield* setFull(false)
    yield* TestClock.adjust(10_000)
    assert.strictEqual(statSync(reserve).size, bytes)
    assert.strictEqual((yield* transaction)._tag, "Success")
  }
)

reserving("a moved database takes no writes and no reserve, and the error says so", function* (database) {
  const { transaction } = yield* insertLarge
  move(database, `${database}-moved`)
  const refused = yield* transaction
  assert.match(refused._tag === "Failure" ? refused.failure.message : "", /^\/.* was moved or removed while/)
  yield* TestClock.adjust(10_000)
  assert.isFalse(existsSync(`${database}-reserve`))
  move(`${database}-moved`, database)
  assert.strictEqual((yield* transaction)._tag, "Success")
})

reserving("a database returns the space of deleted rows", function* (database) {
  const { transaction } = yield* insertLarge
  yield* Effect.replicateEffect(transaction, 200)
  yield* query`PRAGMA wal_checkpoint(TRUNCATE)`
  assert.isAbove(statSync(database).size, 8_000_000)
  yield* query`DELETE FROM api_group WHERE id <> 'default'`
  // Nothing else is written, as on a full disk.
  yield* TestClock.adjust(11_000)
  assert.isBelow(statSync(database).size, 2_000_000)
})
