// The MAC over a key's row: whoever can write to the database alone cannot move, extend or un-revoke a key.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { makeRowMac } from "../crypto/rowMac.ts"
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

/** Columns that the table got later. */
const added = ["policy"] as const

/** The covered columns of a row. */
export type CoveredRow = {
  readonly [Column in (typeof columns | typeof added)[number]]: string | number | null
}

/** The MAC of a key's row; whether it is as this program wrote it; and what writes it, in the transaction of a change. */
export const { isAuthentic, rowMac, seal, sealedColumns } = makeRowMac("api_key", columns, added)

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
