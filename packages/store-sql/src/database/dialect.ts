// Where SQLite and Postgres differ in what the tables use.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A BIGINT column as read: Postgres returns large integers as text. */
export type BigIntColumn = number | string

/** A nullable BIGINT column as a number. */
export const nullableNumber = (value: BigIntColumn | null): number | null =>
  value === null ? null : Number(value)

/** The column type of bytes. */
export const bytesType = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ pg: () => sql.literal("BYTEA"), orElse: () => sql.literal("BLOB") })
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
