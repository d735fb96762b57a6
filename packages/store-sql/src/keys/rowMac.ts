// The MAC over a key's row: whoever can write to the database alone cannot move, extend or un-revoke a key.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"
import { toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"

/** The columns that the MAC covers, in its order. */
const columns = [
  "id",
  "group_id",
  "mac",
  "created_at",
  "created_by",
  "revoked_at",
  "expires_at",
  "rights",
  "may_make_keys",
  "networks"
] as const

/** The covered columns of a row. */
export type CoveredRow = { readonly [Column in (typeof columns)[number]]: string | number | null }

/** The covered columns and the MAC, for SELECT. */
export const sealedColumns = [...columns, "row_mac"].map((column) => `api_key.${column}`).join(", ")

const purpose = "api_key"

const partsOf = (row: CoveredRow) => columns.map((column) => encodeURIComponent(row[column] ?? ""))

/** The MAC of a row. */
export const rowMac = (pepper: Pepper["Service"], row: CoveredRow) => sign(pepper, purpose, ...partsOf(row))

/** Whether a row is as this program wrote it. */
export const isAuthentic = (
  pepper: Pepper["Service"],
  row: CoveredRow & { readonly row_mac: string | null }
) => isSigned(pepper, row.row_mac ?? "", purpose, ...partsOf(row))

/** Writes the MAC of a row that was changed in this transaction. */
export const seal = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const [row] = yield* sql<CoveredRow>`SELECT ${sql.literal(sealedColumns)} FROM api_key WHERE id = ${id}`
  if (row !== undefined) {
    yield* sql`UPDATE api_key SET row_mac = ${yield* rowMac(pepper, row)} WHERE id = ${id}`
  }
})

/**
 * Writes the MAC of each key that has none, in a store of an older version. Run it once, because it trusts these rows:
 * a key without a MAC is refused otherwise.
 */
export const sealKeys: Effect.Effect<void, StoreError, SqlClient.SqlClient | Pepper> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const unsealed = yield* sql<{ readonly id: string }>`SELECT id FROM api_key WHERE row_mac IS NULL`
    if (unsealed.length === 0) return
    yield* sql.withTransaction(Effect.forEach(unsealed, ({ id }) => seal(id), { discard: true }))
  }
).pipe(toStoreError)
