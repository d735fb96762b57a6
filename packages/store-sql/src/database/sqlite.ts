// The SQLite dialect: an SqlClient over Node's built-in SQLite, with one file and one connection.
import { closeSync, existsSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import type * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { lockOutOthers } from "./backup.ts"
import { requireFinished } from "./copy/unfinishedCopy.ts"
import { DataVersion } from "./DataVersion.ts"
import { queuedByGroup } from "./dialect.ts"
import { DiskReserve, essential, isFull, keepReserve, makeReserve, type Reserve } from "./DiskReserve.ts"
import { type LockWait, makeLockWait } from "./lockWait.ts"
import { migrate, prepareTables } from "./migrate.ts"
import { attempt, toStoreError } from "./sqlite/sqliteError.ts"
import type { StoreError } from "./StoreError.ts"

export { backup, type Replaced, restore } from "./backup.ts"

/** The database file, and how long a write waits for another process. */
export interface SqliteOptions {
  /** Path of the database file, created if absent; its directory must exist. `:memory:` keeps nothing. */
  readonly filename: string
  /** Milliseconds a write waits for the lock of another process, without blocking the event loop. Default 2,000. */
  readonly busyTimeout?: number | undefined
  /**
   * Bytes on the disk that only revocations, deletions and the audit log may use; other transactions fail while they
   * are used. They are a file named like the database, with `-reserve`. Default 0.
   */
  readonly reserve?: number | undefined
  /**
   * Whether tables are created and updated. `"create"`: only those of an empty database are created; `"require"`: none
   * are; both refuse those of another version. Default true.
   */
  readonly migrate?: boolean | "create" | "require" | undefined
  /** Whether no other process may use the file meanwhile; fails when one does. Default false. */
  readonly exclusive?: boolean | undefined
  /** Whether a database is opened into which a copy is not finished. Default false. */
  readonly acceptUnfinishedCopy?: boolean | undefined
}

const maxCachedStatements = 200

// node:sqlite itself throws for values it cannot bind.
const bindable = (params: ReadonlyArray<unknown>) => params as ReadonlyArray<SQLInputValue>

interface SqliteConnection extends Connection {
  readonly isTransaction: () => boolean
  /** Number of statements that may have written. */
  readonly writes: () => number
}

/** Statements that change no row. */
const harmless = /^\s*(?:SELECT|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)\b/i

type Values = ReadonlyArray<SQLOutputValue>

/**
 * Makes the function that runs a statement. Rows come as arrays and become objects here: those that `node:sqlite` makes
 * take half as much time again to read, and wait for a long garbage collection.
 */
const makeStatement = (statement: StatementSync) => {
  statement.setReturnArrays(true)
  let names: ReadonlyArray<string> = []
  const toRow = (values: Values): Record<string, SQLOutputValue> => {
    // Another process may have added a column to a table since.
    if (names.length !== values.length) names = statement.columns().map(({ name }) => name)
    const row: Record<string, SQLOutputValue> = {}
    names.forEach((name, at) => (row[name] = values[at] ?? null))
    return row
  }
  const values = (params: ReadonlyArray<unknown>) =>
    statement.all(...bindable(params)) as ReadonlyArray<unknown> as ReadonlyArray<Array<SQLOutputValue>>
  return {
    values,
    rows: (params: ReadonlyArray<unknown>) => values(params).map(toRow),
    run: (params: ReadonlyArray<unknown>) => statement.run(...bindable(params))
  }
}

const connect = (filename: string, database: DatabaseSync): SqliteConnection => {
  const prepared = new Map<
    string,
    { readonly statement: ReturnType<typeof makeStatement>; readonly writes: boolean }
  >()
  let writes = 0
  const prepare = (sql: string) => {
    let known = prepared.get(sql)
    if (known === undefined) {
      if (prepared.size >= maxCachedStatements) prepared.clear()
      known = { statement: makeStatement(database.prepare(sql)), writes: !harmless.test(sql) }
      prepared.set(sql, known)
    }
    if (known.writes) writes++
    return known.statement
  }
  const execute: Connection["execute"] = (sql, params, transformRows) =>
    attempt(filename, () => {
      const rows = prepare(sql).rows(params)
      return transformRows === undefined ? rows : transformRows(rows)
    })
  const executeValues: Connection["executeValues"] = (sql, params) =>
    attempt(filename, () => prepare(sql).values(params))
  return {
    isTransaction: () => database.isTransaction,
    writes: () => writes,
    execute,
    executeUnprepared: execute,
    executeRaw: (sql, params) => attempt(filename, () => prepare(sql).run(params)),
    executeValues,
    executeValuesUnprepared: executeValues,
    executeStream: (sql, params, transformRows) =>
      Stream.unwrap(Effect.map(execute(sql, params, transformRows), Stream.fromIterable))
  }
}

const open = (filename: string): Effect.Effect<DatabaseSync, SqlError.SqlError, Scope.Scope> =>
  Effect.acquireRelease(
    attempt(filename, () => {
      // SQLite would create a file that others can read. Its further files have the mode of this one.
      if (filename !== ":memory:" && !existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
      // SQLite's own wait would block the event loop.
      return new DatabaseSync(filename, { timeout: 0 })
    }),
    (database) => Effect.sync(() => database.close())
  )

const configure = (filename: string, database: DatabaseSync, exclusive: boolean) =>
  attempt(filename, () => {
    if (exclusive) lockOutOthers(database)
    // Only a new file takes it.
    const isNew = database.prepare("PRAGMA page_count").get()?.["page_count"] === 0
    if (isNew) database.exec("PRAGMA auto_vacuum = INCREMENTAL")
    database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216"
    )
  })

/**
 * Counts writes of other connections and of this one. A failing database counts as changed. SQLite is asked once for all
 * requests that a server begins in one go: it had received each of them before the first one asks.
 */
const dataVersionOf = (database: DatabaseSync, connection: SqliteConnection) => {
  const others = makeStatement(database.prepare("PRAGMA data_version"))
  const read = () => {
    try {
      return Number(others.values([])[0]?.[0])
    } catch {
      return Number.NaN
    }
  }
  let known: number | undefined
  return () => {
    if (known === undefined) {
      known = read()
      queueMicrotask(() => (known = undefined))
    }
    return known + connection.writes()
  }
}

type Transact = SqlClient.SqlClient["withTransaction"]

/** Waits for the lock before a transaction, never inside one. */
const waitToBegin =
  (transact: Transact, lockWait: LockWait): Transact =>
  (effect) =>
    Effect.suspend(() => {
      let hasBegun = false
      const begun = Effect.suspend(() => {
        hasBegun = true
        return effect
      })
      return lockWait(transact(begun), () => !hasBegun)
    })

const make = Effect.fnUntraced(function* (options: SqliteOptions, reserve: Reserve) {
  const { busyTimeout = 2000, filename } = options
  const lockWait = yield* makeLockWait(busyTimeout)
  const database = yield* open(filename)
  yield* lockWait(configure(filename, database, options.exclusive === true))
  const connection = connect(filename, database)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(connection),
    semaphore: yield* Semaphore.make(1),
    isTransaction: (held) => held.isTransaction()
  })
  const client = yield* SqlClient.make({
    ...acquirers,
    // The connection is free while a statement waits for the lock, so that others can read.
    borrower: (run) => lockWait(acquirers.borrower(run)),
    compiler: Statement.makeCompilerSqlite(),
    driver: "leadline-sqlite",
    // A transaction that begins with a read cannot always become a writer, so it takes the lock at the start.
    beginTransaction: "BEGIN IMMEDIATE",
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
  Object.assign(client, { withTransaction: waitToBegin(queuedByGroup(client), lockWait) })
  Object.assign(client, { withTransaction: keepReserve(client, reserve) })
  if (options.acceptUnfinishedCopy !== true) {
    yield* Effect.provideService(requireFinished, SqlClient.SqlClient, client)
  }
  reserve.make()
  yield* prepareTables(options.migrate ?? true, essential(migrate)).pipe(
    Effect.provideService(SqlClient.SqlClient, client)
  )
  const dataVersion = yield* attempt(filename, () => dataVersionOf(database, connection))
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(DataVersion, dataVersion),
    Context.add(DiskReserve, reserve)
  )
})

/**
 * An SQL client over one SQLite file with current tables. A write that has returned survives a power cut (WAL,
 * `synchronous = FULL`). Fails with one {@link StoreError} when the file cannot be used. Node 22 and 24 print an
 * experimental warning for `node:sqlite`; Node 26 does not.
 */
export const layer = (options: SqliteOptions): Layer.Layer<SqlClient.SqlClient, StoreError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { filename, reserve: bytes = 0 } = options
      const reserve = bytes === 0 ? yield* DiskReserve : makeReserve(filename, bytes)
      return yield* make(options, reserve).pipe(
        // Opening writes a little, too.
        Effect.catchIf(
          (error) => isFull(error) && reserve.release(),
          () => make(options, reserve)
        ),
        Effect.mapError((error) => toStoreError(filename, error))
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))
