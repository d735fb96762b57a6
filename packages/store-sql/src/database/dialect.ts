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
