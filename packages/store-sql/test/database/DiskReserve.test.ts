// A full disk: essential transactions use the reserve, others fail while it is gone.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { existsSync, renameSync, statSync } from "node:fs"
import { essential } from "../../src/database/DiskReserve.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { layerMaintenance } from "../../src/index.ts"
import { directory, file, query } from "../stores.ts"

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
    return sql`INSERT INTO api_group ${sql.insert({ id, name: "x".repeat(40_000), created_at: 0 })}`
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
