// The tables that a copy of a store has.
import { assert, describe } from "@effect/vitest"
import { copiedTables } from "../../src/database/copy/tables.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

describe("a copy", () => {
  testOver(Sqlite.layer({ filename: ":memory:" }))(
    "has all tables, but that of the migrations and those of one node",
    function* () {
      const rows = yield* query<{
        readonly name: string
      }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      const own = /^(?:sqlite_.*|migration|batch_writer)$/
      assert.sameMembers(
        rows.map(({ name }) => name).filter((name) => !own.test(name)),
        [...copiedTables]
      )
    }
  )
})
