// Updates the tables of a database, and checks whether they are current.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Migrator from "effect/sql/Migrator"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { withoutTimeout } from "./dialect.ts"
import { toStoreError } from "./failures.ts"
import { Migrations } from "./migrations.ts"
import { StoreError } from "./StoreError.ts"

/** The tables of a database, and what this program knows of them. */
export interface MigrationState {
  /** Number of the last migration of the database; 0: it has no tables. */
  readonly current: number
  /** Number of the last one that this program knows. */
  readonly newest: number
  /** Names of those that are missing in the database. */
  readonly pending: ReadonlyArray<string>
}

const hasNoTable = (error: SqlError.SqlError): boolean => {
  const { cause } = error.reason
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  return code === "42P01" || error.message.startsWith("no such table")
}

const readState = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    readonly id: number | null
  }>`SELECT MAX(migration_id) AS id FROM migration`.pipe(
    Effect.catchIf(hasNoTable, () => Effect.succeed([{ id: 0 }]))
  )
  const current = row?.id ?? 0
  const names = Object.keys(yield* Migrations)
  return { current, newest: names.length, pending: names.slice(current) }
})

/** Reads the state of a database that was opened without migrating it. */
export const migrationState: Effect.Effect<MigrationState, StoreError, SqlClient.SqlClient> =
  toStoreError(readState)

const newerVersion = ({ current, newest }: MigrationState) =>
  new StoreError({
    message: `The store was written by a newer version (migration ${current}, this one knows ${newest}): update the server.`
  })

/** A newer program may have given columns another meaning. */
const checkVersion = Effect.gen(function* () {
  const state = yield* readState
  if (state.current > state.newest) return yield* newerVersion(state)
})

/** Creates or updates the tables. Two processes may run it at the same time. Fails for tables of a newer version. */
export const migrate = Effect.flatMap(Migrations, (migrations) =>
  Migrator.make({})({
    loader: Effect.andThen(Effect.orDie(withoutTimeout), Migrator.fromRecord(migrations)),
    table: "migration"
  })
).pipe(
  Effect.andThen(checkVersion),
  // Every migration is SQL, so the cause of a failed one is an SQL error.
  Effect.catchTag("MigrationError", (error) =>
    SqlError.isSqlError(error.cause) ? Effect.fail(error.cause) : Effect.die(error)
  )
)

/**
 * Prepares the tables of a database that is opened. True: they are created and updated, by `update`. `"create"`: those of
 * an empty database are created. `"require"`: none are. Both refuse the tables of another version, as programs of that
 * version may use them. False: they are as they are.
 */
export const prepareTables = Effect.fnUntraced(function* <E, R>(
  how: boolean | "create" | "require",
  update: Effect.Effect<unknown, E, R>
) {
  if (how === false) return
  if (how === true) return yield* Effect.asVoid(update)
  const state = yield* readState
  const { current, newest } = state
  if (current === newest) return
  if (current > newest) return yield* newerVersion(state)
  if (current > 0) {
    return yield* new StoreError({
      message:
        `The tables are those of an older version (migration ${current}, this one needs ${newest}): ` +
        "run leadline migrate, or use the version that serves."
    })
  }
  if (how === "create") return yield* Effect.asVoid(update)
  return yield* new StoreError({ message: "The database has no store.", isMissing: true })
})
