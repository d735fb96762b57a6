// SQL over Node's own SQLite: one file, one connection, no dependency.
// Source: §3, §5; Assumed: ours, the document says nothing of stores.
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { DataVersion } from "./DataVersion.ts"
import { migrate } from "./migrations.ts"
import { StoreError } from "./StoreError.ts"

/** Where the database is, and how long a write waits for another process. */
export interface SqliteOptions {
  /** Path of the database file; made if absent, its directory is not. `:memory:` keeps nothing. */
  readonly filename: string
  /** Milliseconds. The event loop stands still meanwhile. Default 2,000. */
  readonly busyTimeout?: number | undefined
}

const statementsKept = 200

// node:sqlite says `errcode` where the classification reads `errno`.
const sqlError = (cause: unknown): SqlError.SqlError => {
  const known = Predicate.hasProperty(cause, "errcode")
    ? Object.assign(cause, { errno: cause.errcode })
    : cause
  const message = cause instanceof Error ? cause.message : "SQLite failed"
  return new SqlError.SqlError({ reason: SqlError.classifySqliteError(known, { message }) })
}

const attempt = <A>(run: () => A): Effect.Effect<A, SqlError.SqlError> =>
  Effect.try({ try: run, catch: sqlError })

// node:sqlite itself refuses what it cannot bind.
const bound = (params: ReadonlyArray<unknown>) => params as ReadonlyArray<SQLInputValue>

interface SqliteConnection extends Connection {
  readonly isTransaction: () => boolean
}

const connect = (database: DatabaseSync): SqliteConnection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= statementsKept) prepared.clear()
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const execute: Connection["execute"] = (sql, params, transformRows) =>
    attempt(() => {
      const rows = prepare(sql).all(...bound(params))
      return transformRows === undefined ? rows : transformRows(rows)
    })
  const executeValues: Connection["executeValues"] = (sql, params) =>
    attempt(() => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      // With arrays set, rows are arrays, though the types know objects only.
      return statement.all(...bound(params)) as ReadonlyArray<unknown> as ReadonlyArray<Array<unknown>>
    })
  return {
    isTransaction: () => database.isTransaction,
    execute,
    executeUnprepared: execute,
    executeRaw: (sql, params) => attempt(() => prepare(sql).run(...bound(params))),
    executeValues,
    executeValuesUnprepared: executeValues,
    executeStream: (sql, params, transformRows) =>
      Stream.unwrap(Effect.map(execute(sql, params, transformRows), Stream.fromIterable))
  }
}

const reasons: Record<number, string> = {
  8: "it is read-only",
  11: "it is damaged",
  14: "it cannot be opened",
  26: "it is not a database"
}

const unusable = (filename: string, error: SqlError.SqlError): StoreError => {
  const { cause } = error.reason
  const code = Predicate.hasProperty(cause, "errno") ? Number(cause.errno) & 0xff : 0
  const reason = existsSync(dirname(filename))
    ? (reasons[code] ?? error.message)
    : "its directory does not exist"
  return new StoreError({ message: `The database ${filename} cannot be used: ${reason}.` })
}

const open = (options: SqliteOptions): Effect.Effect<DatabaseSync, SqlError.SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(() => new DatabaseSync(options.filename, { timeout: options.busyTimeout ?? 2000 })),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.tap((database) =>
      attempt(() => database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"))
    )
  )

/** What other connections wrote, and what this one did. A database that fails has always changed. */
const countChanges = (database: DatabaseSync) => {
  const others = database.prepare("PRAGMA data_version")
  const own = database.prepare("SELECT total_changes() AS total")
  return () => {
    try {
      return Number(others.get()?.["data_version"]) + Number(own.get()?.["total"])
    } catch {
      return Number.NaN
    }
  }
}

const make = Effect.fnUntraced(function* (options: SqliteOptions) {
  const database = yield* open(options)
  const connection = connect(database)
  const client = yield* SqlClient.make({
    ...SqlClient.makeSqliteAcquirers({
      connection: Effect.succeed(connection),
      semaphore: yield* Semaphore.make(1),
      isTransaction: (held) => held.isTransaction()
    }),
    compiler: Statement.makeCompilerSqlite(),
    driver: "leadline-sqlite",
    // A transaction that starts as a reader cannot always become a writer: it takes the lock at once.
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
  yield* Effect.provideService(migrate, SqlClient.SqlClient, client)
  const changes = yield* attempt(() => countChanges(database))
  return Context.make(SqlClient.SqlClient, client).pipe(Context.add(DataVersion, changes))
})

/**
 * A SQL client over one SQLite file, its tables brought up to date. Writes survive a power cut when the
 * call has returned (WAL, `synchronous = FULL`). Fails with one {@link StoreError} when the file cannot be
 * used. Node 22 and 24 print an experimental warning of `node:sqlite`; Node 26 does not.
 */
export const layer = (options: SqliteOptions): Layer.Layer<SqlClient.SqlClient, StoreError> =>
  Layer.effectContext(Effect.mapError(make(options), (error) => unusable(options.filename, error))).pipe(
    Layer.provide(Reactivity.layer)
  )
