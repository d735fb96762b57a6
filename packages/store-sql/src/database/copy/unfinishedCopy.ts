// The mark of a database into which a store is being copied: nothing else may use it before the copy is complete.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isLocked } from "../lockWait.ts"
import { StoreError } from "../StoreError.ts"

/** The table of the mark. It exists only during a copy, so no migration knows it. */
export const markTable = "unfinished_copy"

/** The error message for every use of such a database but a copy. */
export const unfinishedMessage =
  "A copy into this database is not finished: run leadline copy again, or begin with an empty database and drop this one"

/** Whether a database has the mark. Reads the catalogue: it may have no tables at all. */
export const hasMark = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql.onDialectOrElse({
    pg: () =>
      sql`SELECT 1 WHERE to_regclass(quote_ident(current_schema()) || '.' || ${markTable}) IS NOT NULL`,
    orElse: () => sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${markTable}`
  })
  return found.length > 0
})

/** Fails with a {@link StoreError} for a database that has the mark. */
export const requireFinished = Effect.flatMap(hasMark, (isMarked) =>
  isMarked ? Effect.fail(new StoreError({ message: `${unfinishedMessage}.` })) : Effect.void
)

/** Sets the mark, with the state of the store that is copied. */
export const setMark = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE ${sql(markTable)} (source TEXT NOT NULL)`
  yield* sql`INSERT INTO ${sql(markTable)} ${sql.insert({ source })}`
})

/** The state of the store when its copy began. */
export const markedSource = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly source: string }>`SELECT source FROM ${sql(markTable)}`
  return row?.source
})

/** Removes the mark. */
export const removeMark = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP TABLE ${sql(markTable)}`)

/**
 * Keeps other copies out of a PostgreSQL until the scope closes; fails with a {@link StoreError} when one runs. A file of
 * SQLite is locked where it is opened.
 */
export const lockOutOtherCopies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (sql.onDialectOrElse({ pg: () => false, orElse: () => true })) return
  const connection = yield* sql.reserve
  const run = (statement: string) => connection.execute(statement, [], undefined)
  yield* Effect.acquireRelease(run("BEGIN"), () => Effect.ignore(run("ROLLBACK")))
  yield* run("SET LOCAL idle_in_transaction_session_timeout = 0")
  // Of the table that no copy writes. Others can read and write it.
  yield* Effect.catchIf(run("LOCK TABLE migration IN SHARE UPDATE EXCLUSIVE MODE NOWAIT"), isLocked, () =>
    Effect.fail(new StoreError({ message: "Another copy into this database runs: wait for its end." }))
  )
})
