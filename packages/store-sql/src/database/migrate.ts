// Updates the tables of a database, and checks whether they are current.
// Source: §3; Assumed: ours, the document says nothing of stores.
import * as Effect from "effect/Effect"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { withoutTimeout } from "./dialect.ts"
import { toStoreError } from "./failures.ts"
import { migrations } from "./migrations.ts"
import { StoreError } from "./StoreError.ts"

const newest = Object.keys(migrations).length

/** The tables of a database, and what this program knows of them. */
export interface MigrationState {
  /** Number of the last migration of the database; 0: it has no tables. */
  readonly current: number
  /** Number of the last one that this program knows. */
  readonly newest: number
  /** Names of those that are missing in the database. */
  readonly pending: ReadonlyArray<string>
}

/** Reads the state of a database that was opened without migrating it. */
export const migrationState: Effect.Effect<MigrationState, StoreError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly id: number | null }>`
      SELECT MAX(migration_id) AS id FROM migration`.pipe(
      // A new database has no such table.
      Effect.catchIf(
        ({ reason }) => reason._tag === "SqlSyntaxError" || reason._tag === "UnknownError",
        () => Effect.succeed([{ id: 0 }])
      )
    )
    const current = row?.id ?? 0
    return { current, newest, pending: Object.keys(migrations).slice(current) }
  }
).pipe(toStoreError)

/** A newer program may have given columns another meaning. */
const checkVersion = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly id: number }>`SELECT MAX(migration_id) AS id FROM migration`
  if (Number(found?.id) <= newest) return
  return yield* new StoreError({
    message: `The store was written by a newer version (migration ${found?.id}, this one knows ${newest}): update the server.`
  })
})

/** Creates or updates the tables. Two processes may run it at the same time. Fails for tables of a newer version. */
export const migrate = Migrator.make({})({
  loader: Effect.andThen(Effect.orDie(withoutTimeout), Migrator.fromRecord(migrations)),
  table: "migration"
}).pipe(
  Effect.andThen(checkVersion),
  // Every migration is SQL, so the cause of a failed one is an SQL error.
  Effect.catchTag("MigrationError", (error) =>
    SqlError.isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
  )
)
