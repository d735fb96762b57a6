// Copies a store from one database to another, of the same kind or not. It can be interrupted and run again.
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import { count, digest, head, lastOf, type Row, rowsAfter, type Table, tables } from "./copy/tables.ts"
import { hasMark, lockOutOtherCopies, markedSource, removeMark, setMark } from "./copy/unfinishedCopy.ts"
import { storeTime } from "./dialect.ts"
import { toStoreError } from "./failures.ts"
import { lastHeartbeat } from "./heartbeat.ts"
import { StoreError } from "./StoreError.ts"

type Client = SqlClient.SqlClient

/** Sums that triggers raise while rows are copied, and that are set again afterwards. */
const sums = ["stored_bytes", "skills", "revisions", "queued_chats", "kept_chats"]

type Rows = Arr.NonEmptyReadonlyArray<Row>

const insert = (sql: Client, { isReplaced, key, name }: Table, rows: Rows) => {
  const values = sql.insert(rows)
  if (isReplaced !== true) return sql`INSERT INTO ${sql(name)} ${values}`
  const changes = Object.keys(rows[0])
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  return sql`INSERT INTO ${sql(name)} ${values}
    ON CONFLICT (${sql.literal(key.join(", "))}) DO UPDATE SET ${sql.literal(changes.join(", "))}`
}

/** Progress of {@link copyStore}. */
export interface CopyProgress {
  readonly table: string
  /** Rows that are there now, of `total`. */
  readonly copied: number
  readonly total: number
}

/** Where a store is copied from and to, both with current tables. */
export interface CopyOptions {
  /** The database that is read. A file of SQLite is opened with `exclusive`. */
  readonly from: SqlClient.SqlClient
  /**
   * The database that is written: empty, or with the beginning of the same copy. It is opened with `acceptUnfinishedCopy`,
   * a file of SQLite with `exclusive`, too.
   */
  readonly to: SqlClient.SqlClient
  /** Runs after each step. Default: nothing. */
  readonly onProgress?: ((progress: CopyProgress) => Effect.Effect<void>) | undefined
}

/** What {@link copyStore} did: `equal` if the other database had a whole copy before. */
export type CopyResult = "copied" | "equal"

const copyTable = Effect.fnUntraced(function* (table: Table, { from, onProgress, to }: CopyOptions) {
  const total = yield* count(from, table)
  let copied = table.isReplaced === true ? 0 : yield* count(to, table)
  let after = yield* lastOf(from, table, copied)
  while (copied < total) {
    const rows = yield* rowsAfter(from, table, after, table.batch)
    if (!Arr.isReadonlyArrayNonEmpty(rows)) break
    yield* to.withTransaction(insert(to, table, rows))
    copied += rows.length
    after = rows.at(-1)
    yield* onProgress?.({ table: table.name, copied, total }) ?? Effect.void
  }
})

const copyRows = Effect.fnUntraced(function* (options: CopyOptions) {
  const { from, to } = options
  for (const table of tables) yield* copyTable(table, options)
  const groups = yield* from<Row>`SELECT id, ${from.literal(sums.join(", "))} FROM api_group`
  yield* to.withTransaction(
    Effect.forEach(
      groups,
      ({ id, ...values }) => to`UPDATE api_group SET ${to.update(values)} WHERE id = ${id}`
    )
  )
})

/** Milliseconds without a heartbeat after which no server runs: it writes one every 10 seconds. */
const silence = 30_000

/** Another process cannot have an exclusive SQLite file open; nodes on a PostgreSQL show by their heartbeat. */
const requireIdle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (sql.onDialectOrElse({ pg: () => false, orElse: () => true })) return
  const pause = (yield* storeTime) - (yield* lastHeartbeat)
  if (pause > silence) return
  return yield* new StoreError({
    message: `The database to copy from was written ${Math.ceil(pause / 1_000)} seconds ago: stop its servers, and run leadline copy ${silence / 1_000} seconds later.`
  })
})

/** Changes with whatever is written: a server writes the time every 10 seconds, a command to the audit log. */
const stateOf = Effect.fnUntraced(function* (sql: Client) {
  const [row] = yield* sql<{ readonly hash: string }>`SELECT hash FROM ${sql(head.name)}`
  return `${yield* Effect.provideService(lastHeartbeat, SqlClient.SqlClient, sql)} ${row?.hash ?? ""}`
})

const requireUnchanged = Effect.fnUntraced(function* ({ from }: CopyOptions, state: string | undefined) {
  if ((yield* stateOf(from)) === state) return
  return yield* new StoreError({
    message:
      "The store to copy from has changed since the copy began: stop its servers, and copy to an empty database."
  })
})

/** The name of the first table with other rows than those of these digests. */
const findDifference = Effect.fnUntraced(function* (
  sql: Client,
  digests: ReadonlyArray<readonly [Table, bigint]>
) {
  for (const [table, expected] of digests) {
    if ((yield* digest(sql, table)) !== expected) return table.name
  }
  return undefined
})

const digestsOf = (sql: Client, some: ReadonlyArray<Table>) =>
  Effect.forEach(some, (table) => Effect.map(digest(sql, table), (sum) => [table, sum] as const))

/** Compares all rows, and makes a store of the copy in the same transaction. */
const finish = Effect.fnUntraced(function* (options: CopyOptions, state: string | undefined) {
  const { from, to } = options
  const digests = yield* digestsOf(from, tables)
  const rows = yield* from<Row>`SELECT * FROM ${from(head.name)}`
  yield* requireUnchanged(options, state)
  const complete = Effect.gen(function* () {
    const different = yield* findDifference(to, digests)
    if (different !== undefined) {
      return yield* new StoreError({
        message: `The copy differs in ${different}: copy to an empty database.`
      })
    }
    if (Arr.isReadonlyArrayNonEmpty(rows)) yield* insert(to, head, rows)
    yield* Effect.provideService(removeMark, SqlClient.SqlClient, to)
  })
  yield* to.withTransaction(complete)
})

const compareWithStore = Effect.fnUntraced(function* ({ from, to }: CopyOptions) {
  const different = yield* findDifference(to, yield* digestsOf(from, [...tables, head]))
  if (different === undefined) return
  return yield* new StoreError({
    message: `The database to copy to is a store already, and differs in ${different}: name an empty one.`
  })
})

/** Whether only rows of the migrations are there. */
const isEmpty = Effect.fnUntraced(function* (sql: Client) {
  for (const table of [head, ...tables]) {
    if (table.isReplaced !== true && (yield* count(sql, table)) > 0) return false
  }
  return true
})

/** Marks an empty database, in one transaction; the state of the store when its copy began; undefined: it is a store. */
const begin = ({ from, to }: CopyOptions) =>
  Effect.gen(function* () {
    if (yield* hasMark) return (yield* markedSource) ?? ""
    if (!(yield* isEmpty(to))) return undefined
    const state = yield* stateOf(from)
    yield* setMark(state)
    return state
  }).pipe(to.withTransaction, Effect.provideService(SqlClient.SqlClient, to))

/**
 * Copies all tables of a store, then compares them row by row. Stop its servers first. An interrupted copy goes on where
 * it was when it is run again; until it is complete, nothing else opens the other database. After a whole copy it
 * compares again. Fails with a {@link StoreError} when another copy runs, when the other database is another store, or
 * when the store is written meanwhile. The pepper is not in a database: the copy needs the same one.
 */
export const copyStore = (options: CopyOptions): Effect.Effect<CopyResult, StoreError> =>
  Effect.gen(function* () {
    const { from, to } = options
    yield* Effect.provideService(lockOutOtherCopies, SqlClient.SqlClient, to)
    yield* Effect.provideService(requireIdle, SqlClient.SqlClient, from)
    const state = yield* begin(options)
    if (state === undefined) {
      yield* compareWithStore(options)
      return "equal"
    }
    yield* requireUnchanged(options, state)
    yield* copyRows(options).pipe(
      // Rows that are new may refer to rows that were not there before.
      Effect.catchIf(SqlError.isSqlError, (error) =>
        Effect.andThen(requireUnchanged(options, state), Effect.fail(error))
      )
    )
    yield* finish(options, state)
    return "copied"
  }).pipe(Effect.scoped, toStoreError)
