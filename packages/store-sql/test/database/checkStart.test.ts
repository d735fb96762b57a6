// What a start refuses: a store of a newer version, a damaged database, and a clock that is far off.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { openSync, writeSync } from "node:fs"
import * as Sqlite from "../../src/database/sqlite.ts"
import { checkStart, heartbeat } from "../../src/index.ts"
import { directory, file } from "../stores.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

const sqlite = (path: string) => Layer.fresh(Sqlite.layer({ filename: file(path) }))

const day = 86_400_000
const now = Date.parse("2026-11-22T12:00:00Z")

/** The error of a start at another time than the last write, or undefined. */
const startAfter = (milliseconds: number, acceptClock?: boolean) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    yield* heartbeat
    yield* TestClock.setTime(now + milliseconds)
    return yield* Effect.match(checkStart({ acceptClock }), {
      onFailure: ({ message }) => message,
      onSuccess: () => undefined
    })
  }).pipe(Effect.provide(Sqlite.layer({ filename: ":memory:" })))

describe("a start", () => {
  test("refuses a damaged database that opens", function* () {
    const path = yield* directory
    const page = yield* Effect.gen(function* () {
      yield* checkStart()
      const [row] = yield* query<{ readonly rootpage: number }>`SELECT rootpage FROM sqlite_schema
          WHERE name = 'audit_event'`
      return row?.rootpage ?? 0
    }).pipe(Effect.provide(sqlite(path)))
    writeSync(openSync(file(path), "r+"), Buffer.alloc(4096, 0x7f), 0, 4096, (page - 1) * 4096)
    const { message } = yield* Effect.flip(checkStart()).pipe(Effect.provide(sqlite(path)))
    assert.match(
      message,
      /^The database \/.*leadline\.db is damaged \(.*\): restore a backup with leadline restore FILE\.$/
    )
  })

  test.each([0, -300_000, 7 * day])("accepts a clock %d ms after the last write", function* (milliseconds) {
    assert.isUndefined(yield* startAfter(milliseconds))
  })

  test.each([-300_001, 7 * day + 1])(
    "refuses a clock %d ms after the last write, unless it is reported to accept it",
    function* (milliseconds) {
      assert.match(
        (yield* startAfter(milliseconds)) ?? "",
        /^The clock says 2026-11-.*, but the store was last written at 2026-11-22T12:00:00Z: correct the clock/
      )
      assert.isUndefined(yield* startAfter(milliseconds, true))
    }
  )
})
