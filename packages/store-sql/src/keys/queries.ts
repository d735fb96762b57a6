// Queries of the table `api_key`: finds, inserts and revokes keys.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import { matchesAny, Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, storeTime } from "../database/dialect.ts"
import { defaultGroup } from "../database/migrations.ts"
import { isGroupAuthentic, sealAgain } from "../groups/rowMac.ts"
import * as GroupQueries from "../groups/queries.ts"
import * as KeyFormat from "./format.ts"
import { type CoveredRow, rowMac, seal, sealedColumns } from "./rowMac.ts"

/** A stored key; the table holds only its MAC. Times are Unix milliseconds. */
export interface KeyRow extends CoveredRow {
  readonly id: string
  readonly group_id: string
  readonly mac: string
  readonly pepper_version: string
  readonly row_mac: string | null
  readonly revoked_at: BigIntColumn | null
  readonly expires_at: BigIntColumn | null
  /** Names of operations and resources, separated by commas; null: all. */
  readonly rights: string | null
  /** 1 or 0: whether it may make keys. */
  readonly may_make_keys: number
  /** Networks it may be used from, separated by commas; null: any. */
  readonly networks: string | null
  /** The policy of its decisions that name none; null: none. */
  readonly policy: string | null
}

/** The columns of a {@link KeyRow}. */
const columns = `${sealedColumns}, api_key.pepper_version`

// Ids of generated keys contain no hyphen.
const customPrefix = "given-"
const customDigits = 16

/** The id of a key: the one it contains, or, for a custom key, one derived from its MAC. */
export const idFor = (text: string, mac: string): string =>
  KeyFormat.idOf(text) ?? customPrefix + mac.slice(0, customDigits)

/** The key with an id. */
export const find = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<KeyRow>`SELECT ${sql.literal(columns)} FROM api_key WHERE id = ${id}`
  return row
})

/** A stored key with the limits and the state of its group. */
export interface VerifiedRow extends KeyRow, GroupQueries.LimitsRow {
  /** 1 or 0: whether the audit log records its revocation. */
  readonly is_revoked: number
}

/**
 * The key with an id, and its group; for an unknown id the next key, so that both queries take the same time. `month`
 * as `2026-11`: what was spent in it is read for a group with a budget. With EXISTS in place of MAX, PostgreSQL would
 * read all audit events.
 */
export const findFrom = Effect.fnUntraced(function* (id: string, month: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] =
    yield* sql<VerifiedRow>`SELECT ${sql.literal(columns)}, ${GroupQueries.limitColumns(sql, month)},
    CASE WHEN (SELECT MAX(seq) FROM audit_event
      WHERE object_id = api_key.id AND action = 'key.revoke') IS NULL THEN 0 ELSE 1 END AS is_revoked
    FROM api_key JOIN api_group g ON g.id = api_key.group_id
    WHERE api_key.id >= ${id} ORDER BY api_key.id LIMIT 1`
  return row
})

/**
 * Whether a key was revoked or deleted, or its group disabled or changed by SQL, for work that outlives its request. A table without keys
 * is not where callers are verified: nothing was withdrawn. `now` given: an expired key counts, too.
 */
export const isWithdrawn = Effect.fnUntraced(function* (
  group: string,
  key: string | undefined,
  now?: number
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 AS found FROM api_group WHERE id = ${group} AND disabled_at IS NOT NULL
    UNION ALL SELECT 1 AS found FROM api_key WHERE id = ${key ?? ""}
      AND (revoked_at IS NOT NULL OR (expires_at IS NOT NULL AND expires_at <= ${now ?? 0}))
    UNION ALL SELECT 1 AS found FROM audit_event WHERE object_id = ${key ?? ""} AND action = 'key.revoke'`
  if (rows.length > 0 || ((yield* Audit.hasSealedGroups) && !(yield* isGroupAuthentic(group)))) return true
  if (key === undefined || (yield* find(key)) !== undefined) return false
  return (yield* sql`SELECT 1 AS found FROM api_key LIMIT 1`).length > 0
})

/**
 * All custom keys: keys the operator chose, in another format. They are few, and found by the least and the greatest id
 * that they can have, in whatever order a database sorts letters: LIKE would read all keys.
 */
export const customKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [least, greatest] = ["0", "f"].map((digit) => customPrefix + digit.repeat(customDigits))
  const rows = yield* sql<
    Pick<KeyRow, "id" | "mac">
  >`SELECT id, mac FROM api_key WHERE id BETWEEN ${least} AND ${greatest}`
  return rows.filter(({ id }) => id.startsWith(customPrefix))
})

/** Finds a key by its text and its MACs under the valid peppers; undefined unless id and MAC match. */
export const findByKey = Effect.fnUntraced(function* (text: string, macs: ReadonlyArray<string>) {
  const ownId = KeyFormat.idOf(text)
  const id = ownId ?? (yield* customKeys).find((key) => matchesAny(macs, key.mac))?.id
  const row = id === undefined ? undefined : yield* find(id)
  return row !== undefined && matchesAny(macs, row.mac) ? row : undefined
})

export const isActive = (row: Pick<KeyRow, "revoked_at" | "expires_at">, now: number): boolean =>
  row.revoked_at === null && (row.expires_at === null || Number(row.expires_at) > now)

/** Columns that a key passes on to the keys it makes. */
export type Inherited = Pick<KeyRow, "expires_at" | "rights" | "may_make_keys" | "networks" | "policy">

/** The columns of a key that another one makes: at most its rights, its networks and its lifetime, under its policy. */
export const inheritedFrom = ({
  expires_at,
  may_make_keys,
  networks,
  policy,
  rights
}: KeyRow): Inherited => ({
  expires_at,
  rights,
  may_make_keys,
  networks,
  policy
})

/** A key to insert. Default: it is in the default group, created by the server, may do everything, and never expires. */
export interface NewKey extends Partial<Inherited> {
  readonly id: string
  readonly mac: string
  readonly pepper_version: string
  readonly name: string
  readonly group_id?: string
  readonly created_by?: string | undefined
}

/** Inserts a key with its audit event and returns its creation time. Call it inside a transaction. */
export const insert = Effect.fnUntraced(function* ({ created_by, group_id, ...key }: NewKey) {
  const sql = yield* SqlClient.SqlClient
  // Keys of a minute are counted by it.
  const created_at = yield* storeTime
  const row = {
    expires_at: null,
    rights: null,
    may_make_keys: 1,
    networks: null,
    policy: null,
    ...key,
    group_id: group_id ?? defaultGroup,
    created_at,
    created_by: created_by ?? null,
    revoked_at: null
  }
  const event = { action: "key.create", object_type: "api_key", object_id: key.id } as const
  yield* Audit.append({ ...event, actor_key_id: created_by })
  yield* sql`INSERT INTO api_key ${sql.insert({ ...row, row_mac: rowMac(yield* Pepper, row) })}`
  yield* sealAgain(row.group_id)
  return created_at
})

/** Revokes a key with its audit event; false when it was revoked already. Call it inside a transaction. */
export const revoke = Effect.fnUntraced(function* (key_id: string, actor_key_id: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  const at = yield* Clock.currentTimeMillis
  const revoked = yield* sql`UPDATE api_key SET revoked_at = ${at}
    WHERE id = ${key_id} AND revoked_at IS NULL RETURNING id`
  if (revoked.length === 0) return false
  yield* seal(key_id)
  yield* sql`INSERT INTO revocation (seq, key_id, at)
    SELECT COALESCE(MAX(seq), 0) + 1, ${key_id}, ${at} FROM revocation`
  yield* Audit.append({ action: "key.revoke", object_type: "api_key", object_id: key_id, actor_key_id })
  return true
})
