// Table `api_key`: finds, inserts and revokes keys.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import { matchesAny, Pepper } from "../crypto/Pepper.ts"
import { defaultGroup } from "../database/migrations.ts"
import * as KeyFormat from "./format.ts"
import { type CoveredRow, rowMac, seal, sealedColumns } from "./rowMac.ts"

/** A stored key; the table holds only its MAC. Times are Unix milliseconds. */
export interface KeyRow extends CoveredRow {
  readonly id: string
  readonly group_id: string
  readonly mac: string
  readonly pepper_version: string
  readonly row_mac: string | null
  readonly revoked_at: number | null
  readonly expires_at: number | null
}

// Ids of generated keys contain no hyphen.
const customPrefix = "given-"
const customDigits = 16

/** The id of a key: the one it contains, or, for a custom key, one derived from its MAC. */
export const idFor = (text: string, mac: string): string =>
  KeyFormat.idOf(text) ?? customPrefix + mac.slice(0, customDigits)

/** The key with an id. */
export const find = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<KeyRow>`SELECT ${sql.literal(sealedColumns)}, pepper_version
    FROM api_key WHERE id = ${id}`
  return row
})

/** All custom keys: keys the operator chose, in another format. They are few. */
export const customKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<
    Pick<KeyRow, "id" | "mac">
  >`SELECT id, mac FROM api_key WHERE id LIKE ${`${customPrefix}%`}`
})

/** Finds a key by its text and its MACs under the valid peppers; undefined unless id and MAC match. */
export const findByKey = Effect.fnUntraced(function* (text: string, macs: ReadonlyArray<string>) {
  const ownId = KeyFormat.idOf(text)
  const id = ownId ?? (yield* customKeys).find((key) => matchesAny(macs, key.mac))?.id
  const row = id === undefined ? undefined : yield* find(id)
  return row !== undefined && matchesAny(macs, row.mac) ? row : undefined
})

/** Whether a key is neither revoked nor expired. */
export const isActive = (row: Pick<KeyRow, "revoked_at" | "expires_at">, now: number): boolean =>
  row.revoked_at === null && (row.expires_at === null || row.expires_at > now)

/** A key to insert. Default: it is in the default group, created by the server, and never expires. */
export interface NewKey {
  readonly id: string
  readonly mac: string
  readonly pepper_version: string
  readonly name: string
  readonly group_id?: string
  readonly created_by?: string | undefined
  readonly expires_at?: number | undefined
}

/** Inserts a key with its audit event and returns its creation time. Call it inside a transaction. */
export const insert = Effect.fnUntraced(function* ({ created_by, expires_at, group_id, ...key }: NewKey) {
  const sql = yield* SqlClient.SqlClient
  const created_at = yield* Clock.currentTimeMillis
  const row = {
    ...key,
    group_id: group_id ?? defaultGroup,
    created_at,
    created_by: created_by ?? null,
    revoked_at: null,
    expires_at: expires_at ?? null
  }
  const event = { action: "key.create", object_type: "api_key", object_id: key.id } as const
  yield* Audit.append({ ...event, actor_key_id: created_by })
  yield* sql`INSERT INTO api_key ${sql.insert({ ...row, row_mac: yield* rowMac(yield* Pepper, row) })}`
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
