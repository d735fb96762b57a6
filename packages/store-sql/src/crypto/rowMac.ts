// A MAC over columns of a row: whoever can write to the database alone cannot change it unnoticed.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "./Pepper.ts"
import { isSigned, sign } from "./signature.ts"

type Covered<Column extends string> = { readonly [column in Column]: string | number | null }

type Sealed<Column extends string> = Covered<Column> & { readonly row_mac: string | null }

/**
 * Makes what seals and checks the rows of a table by their `id`. The MAC covers the columns, in their order; `added` are
 * those that the table got later, which it covers unless they are null: rows of before keep their MAC.
 */
export const makeRowMac = <const Column extends string, const Added extends string = never>(
  table: string,
  columns: ReadonlyArray<Column>,
  added: ReadonlyArray<Added> = []
) => {
  const partsOf = (row: Covered<Column | Added>) => [
    ...columns.map((column) => encodeURIComponent(row[column] ?? "")),
    ...added.flatMap((column) => {
      const value = row[column]
      return value === null ? [] : [`${column}=${encodeURIComponent(value)}`]
    })
  ]

  /** The MAC of a row. */
  const rowMac = (pepper: Pepper["Service"], row: Covered<Column | Added>) =>
    sign(pepper, table, ...partsOf(row))

  /** True if this program wrote the row. */
  const isAuthentic = (pepper: Pepper["Service"], row: Sealed<Column | Added>) =>
    isSigned(pepper, row.row_mac ?? "", table, ...partsOf(row))

  /** The covered columns and the MAC, for SELECT. */
  const sealedColumns = [...columns, ...added, "row_mac"].map((column) => `${table}.${column}`).join(", ")

  /** Writes the MAC of a row that was changed in this transaction. */
  const seal = Effect.fnUntraced(function* (id: string) {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const [row] = yield* sql<Sealed<Column | Added>>`SELECT ${sql.literal(sealedColumns)}
      FROM ${sql(table)} WHERE id = ${id}`
    if (row === undefined) return
    const row_mac = rowMac(pepper, row)
    if (row_mac !== row.row_mac) yield* sql`UPDATE ${sql(table)} SET row_mac = ${row_mac} WHERE id = ${id}`
  })

  return { isAuthentic, rowMac, seal, sealedColumns }
}
