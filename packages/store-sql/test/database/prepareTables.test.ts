// What opening a database does to tables that are missing, older, current or newer.
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate, migrationState, prepareTables } from "../../src/database/migrate.ts"
import { migrations } from "../../src/database/migrations.ts"
import { testOver } from "../effects.ts"
import { emptyDatabase } from "../stores.ts"

const newest = Object.keys(migrations).length

const makeOlder = Migrator.make({})({
  loader: Migrator.fromRecord(Object.fromEntries(Object.entries(migrations).slice(0, -1))),
  table: "migration"
})

const makeNewer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migrate
  yield* sql`INSERT INTO migration ${sql.insert({ migration_id: newest + 1, name: "later" })}`
})

/** The message of what cannot be done, and the migration of the tables afterwards. */
const prepared = (how: boolean | "create" | "require") =>
  Effect.gen(function* () {
    const message = yield* prepareTables(how, migrate).pipe(
      Effect.match({ onFailure: (error) => error.message, onSuccess: () => "" })
    )
    return [message.replace(/:.*$/, ""), (yield* migrationState).current]
  })

const older = `The tables are those of an older version (migration ${newest - 1}, this one needs ${newest})`
const newer = `The store was written by a newer version (migration ${newest + 1}, this one knows ${newest})`

testOver(emptyDatabase).each([
  ["no tables", true, Effect.void, ["", newest]],
  ["no tables", "require", Effect.void, ["The database has no store.", 0]],
  ["no tables", false, Effect.void, ["", 0]],
  ["older tables", true, makeOlder, ["", newest]],
  ["older tables", "create", makeOlder, [older, newest - 1]],
  ["current tables", "create", migrate, ["", newest]],
  ["newer tables", "require", makeNewer, [newer, newest + 1]]
] as const)("a database with %s: %j", function* ([, how, make, expected]) {
  yield* make
  assert.deepStrictEqual(yield* prepared(how), [...expected])
})
