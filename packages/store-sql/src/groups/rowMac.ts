// The MAC over a group's row: whoever can write to the database alone cannot enable a group or raise its limits.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { makeRowMac } from "../crypto/rowMac.ts"
import type { BigIntColumn } from "../database/dialect.ts"

/** The columns that the MAC covers, in its order. The sums are not among them, as triggers change them. */
const columns = [
  "id",
  "created_at",
  "disabled_at",
  "deleted_at",
  "rate_limit",
  "token_limit",
  "budget_usd",
  "max_stored_bytes",
  "max_skills",
  "max_revisions",
  "max_queued_chats",
  "max_kept_chats",
  "max_keys",
  "changed_seq"
] as const

const mac = makeRowMac("api_group", columns)

/** The covered columns of a row, its MAC, and the number of the last audit event that changed it. */
export type SealedRow = { readonly [Column in (typeof columns)[number]]: string | number | null } & {
  readonly row_mac: string | null
  readonly last_change: BigIntColumn
}

/** The action of audit events that change a group's row. */
export const changeAction = "group.change"

/** The number of the last audit event that changed a group `g`, for SELECT. */
export const lastChange = (sql: SqlClient.SqlClient) => sql`(SELECT COALESCE(MAX(seq), 0) FROM audit_event
  WHERE object_id = g.id AND action = ${changeAction}) AS last_change`

/** Whether a row is as this program wrote it last: an earlier row put back with its MAC names an earlier event. */
export const isAuthentic = (pepper: Pepper["Service"], row: SealedRow) =>
  Number(row.changed_seq) === Number(row.last_change) && mac.isAuthentic(pepper, row)

const columnsOfG = mac.sealedColumns.replaceAll("api_group.", "g.")

const rows = Effect.fnUntraced(function* (id?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = id === undefined ? sql`` : sql`WHERE g.id = ${id}`
  return yield* sql<SealedRow & { readonly id: string }>`SELECT ${sql.literal(columnsOfG)}, ${lastChange(sql)}
    FROM api_group g ${chosen} ORDER BY g.id`
})

/** Whether the row of a group that exists is as this program wrote it. */
export const isGroupAuthentic = Effect.fnUntraced(function* (id: string) {
  const [row] = yield* rows(id)
  return row !== undefined && isAuthentic(yield* Pepper, row)
})

/** All groups, and whether their rows are as this program wrote them. */
export const checkedGroups = Effect.gen(function* () {
  const pepper = yield* Pepper
  return (yield* rows()).map((row) => ({ id: row.id, authentic: isAuthentic(pepper, row) }))
})

/** Writes the MAC of a row that names the last event of its group: that of the change, or of none. */
export const seal = Effect.fnUntraced(function* (id: string, changed_seq?: number) {
  const sql = yield* SqlClient.SqlClient
  if (changed_seq !== undefined) {
    yield* sql`UPDATE api_group SET changed_seq = ${changed_seq} WHERE id = ${id}`
  }
  yield* mac.seal(id)
})

/** Writes the MAC of an authentic row under the current pepper. Call it inside a transaction. */
export const sealAgain = Effect.fnUntraced(function* (id: string) {
  if (yield* isGroupAuthentic(id)) yield* mac.seal(id)
})

/** Writes the MACs of all groups as they are, in a new store. */
export const sealAll = Effect.gen(function* () {
  for (const { id } of yield* rows()) yield* mac.seal(id)
})
