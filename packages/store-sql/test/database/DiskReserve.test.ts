// A full disk: essential transactions use the reserve, others fail while it is gone.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as Layer from "effect/Layer"
import { existsSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { DiskReserve, essential } from "../../src/database/DiskReserve.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { layerMaintenance } from "../../src/index.ts"
import { directory, file } from "../stores.ts"
import { test } from "../effects.ts"

const bytes = 65_536

const inNewStore = (options: Pick<Sqlite.SqliteOptions, "reserve">) =>
  Effect.provide(
    Layer.unwrap(Effect.map(directory, (path) => Sqlite.layer({ ...options, filename: file(path) })))
  )

/** A test on a store with a reserve, whose path it gets. */
const reserving = (
  title: string,
  steps: (reserve: string) => Generator<Effect.Effect<unknown, unknown, SqlClient.SqlClient>, void, never>
) =>
  it.effect(title, () =>
    Effect.flatMap(directory, (path) => {
      const layer = Sqlite.layer({ filename: file(path), reserve: bytes })
      const run = Effect.gen(() => steps(`${file(path)}-reserve`))
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
    const [row] = yield* sql<{ readonly page_count: number }>`PRAGMA page_count`
    const pages = full ? (row?.page_count ?? 0) : 1_000_000
    yield* sql`PRAGMA max_page_count = ${sql.literal(String(pages))}`
  })

describe("the disk reserve", () => {
  reserving("is kept by other transactions, released by essential ones, and made again", function* (reserve) {
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
    // The next transaction makes it again, as the disk has room.
    assert.strictEqual((yield* transaction)._tag, "Success")
    assert.strictEqual(statSync(reserve).size, bytes)
    assert.isTrue((yield* DiskReserve).release())
    yield* TestClock.adjust(10_000)
    assert.strictEqual(statSync(reserve).size, bytes)
  })

  it.effect("lets no other transaction run while the disk has no room for it twice", () =>
    Effect.gen(function* () {
      const { seen, transaction } = yield* insertLarge
      const refused = yield* transaction
      assert.strictEqual(
        refused._tag === "Failure" && refused.failure.message,
        "The disk has too little room: only revocations and deletions are possible until 16777216 MiB are free"
      )
      assert.strictEqual(seen.runs, 0)
      assert.strictEqual((yield* essential(transaction))._tag, "Success")
    }).pipe(inNewStore({ reserve: 2 ** 43 }))
  )

  reserving(
    "a database that was moved or removed takes no writes, and the error says so",
    function* (reserve) {
      const database = reserve.slice(0, -"-reserve".length)
      const [sql, { transaction }] = [yield* SqlClient.SqlClient, yield* insertLarge]
      const moved = join(dirname(database), "moved")
      mkdirSync(moved)
      for (const end of ["", "-wal", "-shm", "-reserve"])
        renameSync(database + end, join(moved, `file${end}`))
      for (const _ of [1, 2]) {
        const refused = yield* transaction
        assert.match(
          refused._tag === "Failure" ? refused.failure.message : "",
          /^\/.* was moved or removed while the server runs, and nothing new is written to it/
        )
        // Nor is its reserve made there by the maintenance.
        yield* TestClock.adjust(10_000)
        assert.isFalse(existsSync(reserve))
      }
      for (const end of ["", "-wal", "-shm", "-reserve"])
        renameSync(join(moved, `file${end}`), database + end)
      assert.strictEqual((yield* transaction)._tag, "Success")
      assert.lengthOf(yield* sql`SELECT id FROM api_group WHERE id <> 'default'`, 1)
    }
  )
})

describe("the space of deleted rows", () => {
  reserving("is returned to the disk", function* (reserve) {
    const sql = yield* SqlClient.SqlClient
    const database = reserve.slice(0, -"-reserve".length)
    yield* sql.withTransaction(
      Effect.forEach(
        Array.from({ length: 200 }),
        (_, index) =>
          sql`INSERT INTO api_group ${sql.insert({ id: `g${index}`, name: "x".repeat(40_000), created_at: 0 })}`
      )
    )
    yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
    const before = statSync(database).size
    assert.isAbove(before, 8_000_000)
    yield* sql`DELETE FROM api_group WHERE id <> 'default'`
    // Nothing else is written, as on a full disk.
    yield* TestClock.adjust(11_000)
    assert.isBelow(statSync(database).size, 2_000_000)
  })
})
