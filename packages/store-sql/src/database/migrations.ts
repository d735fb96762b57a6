// The changes of the tables.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { leaseClock } from "./dialect.ts"
import { keepGroupSums } from "./groupSumTriggers.ts"
import { allTables, sharedTables } from "./tables.ts"

/** The group of every key that no other key created. The first migration inserts it. */
export const defaultGroup = "default"

const makeTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = sql.onDialectOrElse({
    pg: () => [...allTables("BYTEA"), ...sharedTables],
    orElse: () => allTables("BLOB")
  })
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  yield* keepGroupSums
  const created_at = yield* Clock.currentTimeMillis
  yield* sql`INSERT INTO api_group ${sql.insert({ id: defaultGroup, name: "Default", created_at })}`
  yield* sql`INSERT INTO store_state (id, written_at) VALUES (1, ${yield* leaseClock})`
})

/** Changes of the tables by their names, as `1_tables`, in their order. */
export interface MigrationRecord {
  readonly [name: string]: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
}

/** All changes of the tables. Later ones only add to what is there. */
export const Migrations = Context.Reference<MigrationRecord>("@leadline/store-sql/Migrations", {
  defaultValue: () => ({ "1_tables": makeTables })
})
