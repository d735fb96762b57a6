// Queries of the table `policy`: a row for each version of a policy of a key group. The MAC shows that the row is as it was written.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeRowMac } from "../crypto/rowMac.ts"
import type { BigIntColumn } from "../database/dialect.ts"

const columns = [
  "id",
  "group_id",
  "name",
  "version",
  "content",
  "created_at",
  "broken_at",
  "deleted_at"
] as const

/** Whether a row is as this program wrote it, and what writes its MAC in the transaction of a change. */
export const { isAuthentic, seal, sealedColumns } = makeRowMac("policy", columns)

/** A version. Times are Unix milliseconds. */
export interface PolicyRow {
  readonly id: string
  readonly group_id: string
  readonly name: string
  readonly version: number
  /** The policy as JSON; empty once it is deleted. */
  readonly content: string
  readonly created_at: BigIntColumn
  /** When it was shown that its promise does not hold; null: it was not. */
  readonly broken_at: BigIntColumn | null
  /** Its number is not used again. */
  readonly deleted_at: BigIntColumn | null
  readonly row_mac: string | null
}

const selected = sealedColumns.replaceAll("policy.", "p.")

/** The newest version, or one, that is not deleted. */
export const find = Effect.fnUntraced(function* (group: string, name: string, version?: number) {
  const sql = yield* SqlClient.SqlClient
  const chosen = version === undefined ? sql`` : sql`AND p.version = ${version}`
  const [row] = yield* sql<PolicyRow>`SELECT ${sql.literal(selected)} FROM policy p
    WHERE p.group_id = ${group} AND p.name = ${name} ${chosen} AND p.deleted_at IS NULL
    ORDER BY p.version DESC LIMIT 1`
  return row
})

/** All versions that are not deleted, or those of a group. */
export const rows = Effect.fnUntraced(function* (group?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = group === undefined ? sql`` : sql`AND p.group_id = ${group}`
  return yield* sql<PolicyRow>`SELECT ${sql.literal(selected)} FROM policy p
    WHERE p.deleted_at IS NULL ${chosen} ORDER BY p.group_id, p.name, p.version`
})

/** The greatest number that a version of a policy ever had; 0 without any. */
const lastVersion = Effect.fnUntraced(function* (group: string, name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly last: BigIntColumn | null }>`SELECT MAX(version) AS last FROM policy
    WHERE group_id = ${group} AND name = ${name}`
  return Number(row?.last ?? 0)
})

/** Inserts the next version, and gives its number. Call it inside a transaction. */
export const insert = Effect.fnUntraced(function* (group: string, name: string, content: string) {
  const sql = yield* SqlClient.SqlClient
  const created_at = yield* Clock.currentTimeMillis
  const version = (yield* lastVersion(group, name)) + 1
  const id = `${group}/${name}@${version}`
  yield* sql`INSERT INTO policy ${sql.insert({ id, group_id: group, name, version, content, created_at })}`
  yield* seal(id)
  return version
})

/** Says of a version that its promise does not hold. Call it inside a transaction. */
export const setBroken = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const broken_at = yield* Clock.currentTimeMillis
  yield* sql`UPDATE policy SET broken_at = ${broken_at} WHERE id = ${id} AND broken_at IS NULL`
  yield* seal(id)
})

/** Deletes all versions of a policy, and gives how many there were. Call it inside a transaction. */
export const remove = Effect.fnUntraced(function* (group: string, name: string) {
  const sql = yield* SqlClient.SqlClient
  const deleted_at = yield* Clock.currentTimeMillis
  const deleted = yield* sql<{
    readonly id: string
  }>`UPDATE policy SET deleted_at = ${deleted_at}, content = ''
    WHERE group_id = ${group} AND name = ${name} AND deleted_at IS NULL RETURNING id`
  yield* Effect.forEach(deleted, ({ id }) => seal(id), { discard: true })
  return deleted.length
})
