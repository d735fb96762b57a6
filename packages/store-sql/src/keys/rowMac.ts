// The MAC over a key's row: whoever can write to the database alone cannot move, extend or un-revoke a key.
import { makeRowMac } from "../crypto/rowMac.ts"

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
  "networks",
  "policy"
] as const

/** The covered columns of a row. */
export type CoveredRow = {
  readonly [Column in (typeof columns)[number]]: string | number | null
}

/** The MAC of a key's row; whether it is as this program wrote it; and what writes it, in the transaction of a change. */
export const { isAuthentic, rowMac, seal, sealedColumns } = makeRowMac("api_key", columns)
