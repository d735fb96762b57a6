// Where SQLite and Postgres differ in what the tables use.
import { makeQueues } from "@leadline/core/internal"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"

/** A BIGINT column as read: Postgres returns large integers as text. */
export type BigIntColumn = number | string

/** A nullable BIGINT column as a number. */
export const nullableNumber = (value: BigIntColumn | null): number | null =>
  value === null ? null : Number(value)

/** The group whose rows a transaction on Postgres locks; undefined: it takes the lock of all transactions. */
const lockedGroup = Context.Reference<string | undefined>("@leadline/store-sql/lockedGroup", {
  defaultValue: () => undefined
})

const isSqlDefect = (reason: Cause.Reason<unknown>): reason is Cause.Die =>
  Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect)

/**
 * Runs a transaction whose connection may be lost: that is a failure, or what the transaction had failed with before. The
 * client makes both defects, as ROLLBACK fails, too.
 */
const withoutSqlDefects = <A, E, R>(
  transact: SqlClient.SqlClient["withTransaction"],
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.suspend(() => {
    let own: Cause.Cause<E> | undefined
    const watched = Effect.tapCause(effect, (cause) => Effect.sync(() => void (own = cause)))
    return Effect.catchCause(transact(watched), (cause) => {
      const lost = cause.reasons.find(isSqlDefect)?.defect
      if (!SqlError.isSqlError(lost)) return Effect.failCause(cause)
      return own === undefined ? Effect.fail(lost) : Effect.failCause(own)
    })
  })

/** Locks the one row that every transaction locks: no role without rights on this table can hold it. */
const makeStoreLock = (client: SqlClient.SqlClient) => {
  // An empty database has no tables before its first migration, which locks its own.
  let isThere = false
  const find = Effect.map(
    client`SELECT 1 WHERE to_regclass(quote_ident(current_schema()) || '.store_state') IS NOT NULL`,
    (found) => void (isThere = found.length > 0)
  )
  const lock = Effect.asVoid(client`SELECT id FROM store_state WHERE id = 1 FOR UPDATE`)
  return Effect.andThen(
    Effect.suspend(() => (isThere ? Effect.void : find)),
    Effect.suspend(() => (isThere ? lock : Effect.void))
  )
}

/**
 * Runs transactions of this process by `run`: those of one group, and those of no group, one after the other. Who waits has
 * no connection yet: no group takes them all, and none waits for all transactions of another. Nested ones are run by `nest`.
 */
const inTurns = (
  client: SqlClient.SqlClient,
  nest: SqlClient.SqlClient["withTransaction"],
  run: (group: string | undefined) => SqlClient.SqlClient["withTransaction"]
): SqlClient.SqlClient["withTransaction"] => {
  const inQueue = makeQueues()
  return (effect) =>
    Effect.flatMap(
      Effect.all([lockedGroup, Effect.serviceOption(client.transactionService)]),
      // No group has the name "".
      ([group, { _tag }]) => (_tag === "Some" ? nest(effect) : inQueue(group ?? "")(run(group)(effect)))
    )
}

/** Lets the transactions of one group, and those of no group, wait for each other before they take the one connection. */
export const queuedByGroup = (client: SqlClient.SqlClient): SqlClient.SqlClient["withTransaction"] => {
  const transact = client.withTransaction
  return inTurns(client, transact, () => transact)
}

/**
 * Lets the transactions of a Postgres run one after the other on all nodes, as those of SQLite do: what one reads stays
 * true until it has written. Those of {@link inGroup} run beside them.
 */
export const serially = (client: SqlClient.SqlClient): SqlClient.SqlClient["withTransaction"] => {
  const { withTransaction } = client
  const lock = makeStoreLock(client)
  const transact: typeof withTransaction = (effect) => withoutSqlDefects(withTransaction, effect)
  return inTurns(client, transact, (group) =>
    group === undefined ? (effect) => transact(Effect.andThen(lock, effect)) : transact
  )
}

/** Locks the rows of groups until the transaction ends, always in the same order. On SQLite a transaction locks all. */
export const lockGroups = Effect.fnUntraced(function* (groups: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  if (groups.length === 0) return
  yield* sql.onDialectOrElse({
    pg: () => sql`SELECT id FROM api_group WHERE ${sql.in("id", groups)} ORDER BY id FOR NO KEY UPDATE`,
    orElse: () => Effect.void
  })
})

/**
 * A transaction on what one group stores. Those of other groups run at the same time on Postgres. It must not write
 * anything that is not the group's, like the audit log.
 */
export const inGroup =
  (group: string) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.provideService(
        sql.withTransaction(Effect.andThen(lockGroups([group]), effect)),
        lockedGroup,
        group
      )
    )

/** The time of leases in Unix milliseconds, for SQL: that of the database, as the clocks of nodes differ. */
export const leaseClock = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => Effect.succeed(sql.literal("(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT")),
    orElse: () => Effect.map(Clock.currentTimeMillis, (now) => sql`${now}`)
  })
)

/** The time in Unix milliseconds: that of a PostgreSQL, which all its nodes share, or of this machine. */
export const storeTime = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.flatMap(leaseClock, (now) =>
        Effect.map(sql<{ readonly now: BigIntColumn }>`SELECT ${now} AS now`, ([row]) => Number(row?.now))
      ),
    orElse: () => Clock.currentTimeMillis
  })
)

/** At most so many rows. SQLite would prepare a statement again for each value that is bound to LIMIT itself. */
export const limitTo = (sql: SqlClient.SqlClient, count: number) => sql`LIMIT CAST(${count} AS INTEGER)`

/** Ends a query for one row that no other transaction has locked. On SQLite no other one runs. */
export const skipLocked = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => sql.literal("FOR UPDATE SKIP LOCKED"), orElse: () => sql.literal("") })
)

/** Lets the current transaction take as long as it needs. */
export const withoutTimeout = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SET LOCAL statement_timeout = 0`),
    orElse: () => Effect.void
  })
)

/**
 * Runs a statement for each row that an event changes, in the transaction of the change. `event` as `INSERT`; the
 * statement reads the row as `NEW` and `OLD`.
 */
export const createTrigger = Effect.fnUntraced(function* (trigger: {
  readonly name: string
  readonly event: string
  readonly table: string
  readonly statement: string
}) {
  const sql = yield* SqlClient.SqlClient
  const { event, name, statement, table } = trigger
  const head = `CREATE TRIGGER ${name} AFTER ${event} ON ${table} FOR EACH ROW`
  const statements = sql.onDialectOrElse({
    pg: () => [
      `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`,
      `${head} EXECUTE FUNCTION ${name}()`
    ],
    orElse: () => [`${head} BEGIN ${statement}; END`]
  })
  yield* Effect.forEach(statements, (text) => sql.unsafe(text), { discard: true })
})
