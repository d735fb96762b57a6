// A MAC over columns of a row: whoever can write to the database alone cannot change it unnoticed.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "./Pepper.ts"
import { isSigned, sign } from "./signature.ts"

type Covered<Column extends string> = { readonly [column in Column]: string | number | null }

type Sealed<Column extends string> = Covered<Column> & { readonly row_mac: string | null }

/** Makes what seals and checks the rows of a table by their `id`. The MAC covers the columns, in their order. */
export const makeRowMac = <const Column extends string>(table: string, columns: ReadonlyArray<Column>) => {
  const partsOf = (row: Covered<Column>) => columns.map((column) => encodeURIComponent(row[column] ?? ""))

  /** The MAC of a row. */
  const rowMac = (pepper: Pepper["Service"], row: Covered<Column>) => sign(pepper, table, ...partsOf(row))

  /** True if this program wrote the row. */
  const isAuthentic = (pepper: Pepper["Service"], row: Sealed<Column>) =>
    isSigned(pepper, row.row_mac ?? "", table, ...partsOf(row))

  /** The covered columns and the MAC, for SELECT. */
  const sealedColumns = [...columns, "row_mac"].map((column) => `${table}.${column}`).join(", ")

  /** Writes the MAC of a row that was changed in this transaction. */
  const seal = Effect.fnUntraced(function* (id: string) {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const [row] = yield* sql<Sealed<Column>>`SELECT ${sql.literal(sealedColumns)}
      FROM ${sql(table)} WHERE id = ${id}`
    if (row === undefined) return
    const row_mac = rowMac(pepper, row)
    if (row_mac !== row.row_mac) yield* sql`UPDATE ${sql(table)} SET row_mac = ${row_mac} WHERE id = ${id}`
  })

  return { isAuthentic, rowMac, seal, sealedColumns }
}
