// The audit log: a hash chain of events whose last row is sealed under the pepper.
import { hash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"
import type { BigIntColumn } from "../database/dialect.ts"
import { sealAll } from "../groups/rowMac.ts"
import { requestOrigin } from "./requestOrigin.ts"

/** An audit event. It holds ids only: no names, keys or bodies. */
export interface AuditEvent {
  /** What happened. */
  readonly action:
    | "key.create"
    | "key.revoke"
    | "key.altered"
    | "group.change"
    | "group.altered"
    | "auth.fail"
    | "limit.hit"
    | "config.change"
    | "start"
    | "stop"
    | "restore"
  /** The kind of object it happened to. */
  readonly object_type: "api_key" | "api_group" | "audit" | "server"
  /** The id of the object. */
  readonly object_id: string
  /** Id of the API key that caused it; absent for the server and the command line. */
  readonly actor_key_id?: string | undefined
  /** Result; for counted events the count. Default `ok`. */
  readonly outcome?: string | undefined
  /** HMAC of the caller's address. Default: that of the current request. */
  readonly address_hash?: string | undefined
}

/** Name of the process that writes events, for example its host name. Default: null. */
export const AuditNode = Context.Reference<string | null>("@leadline/store-sql/AuditNode", {
  defaultValue: () => null
})

/** A position in the chain: number and hash of a row. The hash covers all rows before it. */
export interface AuditHead {
  /** Row number, starting at 1. */
  readonly seq: number
  /** SHA-256, in hex. */
  readonly hash: string
}

/** A row of the audit log, its fields in the order of the columns. */
export interface AuditRow {
  readonly seq: number
  /** Unix milliseconds. */
  readonly at: number
  readonly node: string | null
  readonly actor_key_id: string | null
  readonly action: string
  readonly object_type: string
  readonly object_id: string
  readonly outcome: string
  readonly address_hash: string | null
  readonly request_id: string | null
  readonly previous_hash: string
  readonly hash: string
}

/** The head of an empty chain. */
export const emptyHead: AuditHead = { seq: 0, hash: "" }

/** SHA-256 over the previous hash and the row's values as a JSON array, in the order of the columns. */
export const hashOf = (previous: string, { hash: _hash, previous_hash: _previous, ...values }: AuditRow) =>
  hash("sha256", previous + JSON.stringify(Object.values(values)))

/** Purposes of the seal. Once the groups of a store have MACs, the seal says so: none without one is trusted then. */
const purpose = "audit_and_groups"
const purposeBefore = "audit"

/** The head according to the seal, and whether groups have MACs; undefined without a seal that is valid under a valid pepper. */
const readHead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const [row] = yield* sql<{ readonly seq: BigIntColumn; readonly hash: string; readonly seal: string }>`
    SELECT seq, hash, seal FROM audit_head WHERE id = 1`
  if (row === undefined) return undefined
  const head: AuditHead = { seq: Number(row.seq), hash: row.hash }
  const isSealed = (as: string) => isSigned(pepper, row.seal, as, String(head.seq), head.hash)
  if (isSealed(purpose)) return { head, hasGroups: true }
  return isSealed(purposeBefore) ? { head, hasGroups: false } : undefined
})

/** The head according to the seal; undefined without a seal, or when it is not valid under any valid pepper. */
export const sealedHead = Effect.map(readHead, (found) => found?.head)

/** Whether the groups of this store have MACs; false for one of an older version before its first start. */
export const hasSealedGroups = Effect.map(readHead, (found) => found?.hasGroups === true)

/** The head according to the rows. */
export const lastRow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly seq: BigIntColumn; readonly hash: string }>`SELECT seq, hash
    FROM audit_event ORDER BY seq DESC LIMIT 1`
  return row === undefined ? undefined : { seq: Number(row.seq), hash: row.hash }
})

/** Keys without an audit log: it was wiped, because each creation is recorded before the key. */
const hasAnyKey = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT id FROM api_key LIMIT 1`).length > 0
})

const insert = Effect.fnUntraced(function* (before: AuditHead, event: AuditEvent) {
  const sql = yield* SqlClient.SqlClient
  const { address_hash, request_id } = yield* requestOrigin
  const row: AuditRow = {
    seq: before.seq + 1,
    at: yield* Clock.currentTimeMillis,
    node: yield* AuditNode,
    actor_key_id: event.actor_key_id ?? null,
    action: event.action,
    object_type: event.object_type,
    object_id: event.object_id,
    outcome: event.outcome ?? "ok",
    address_hash: event.address_hash ?? address_hash,
    request_id,
    previous_hash: before.hash,
    hash: ""
  }
  const sealed = { ...row, hash: hashOf(before.hash, row) }
  yield* sql`INSERT INTO audit_event ${sql.insert(sealed)}`
  return { seq: sealed.seq, hash: sealed.hash }
})

/** Records that the seal was invalid: the pepper was lost, an older version wrote the log, or it was changed. */
const sealBroken: AuditEvent = {
  action: "config.change",
  object_type: "audit",
  object_id: "seal",
  outcome: "broken"
}

export const isBrokenSealEvent = (row: AuditRow): boolean =>
  row.action === sealBroken.action && row.object_type === sealBroken.object_type

const writeSeal = Effect.fnUntraced(function* (head: AuditHead) {
  const sql = yield* SqlClient.SqlClient
  const seal = sign(yield* Pepper, purpose, String(head.seq), head.hash)
  yield* sql`INSERT INTO audit_head ${sql.insert({ id: 1, ...head, seal })}
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, seal = excluded.seal`
})

/** Where an event follows, and whether the seal was invalid. */
const readEnd = Effect.gen(function* () {
  const found = yield* readHead
  const last = found?.head ?? (yield* lastRow)
  const isBroken = found === undefined && (last !== undefined || (yield* hasAnyKey))
  // In a new store, and in one of an older version, nothing vouches for the groups yet.
  if (!isBroken && found?.hasGroups !== true) yield* sealAll
  return { found, isBroken, last }
})

/** Writes the MACs of groups in a new store or one of an older version, whose rows are trusted once. Call it inside a transaction. */
export const sealGroupsOnce = Effect.gen(function* () {
  const { found } = yield* readEnd
  if (found?.hasGroups === false) yield* writeSeal(found.head)
})

/**
 * Appends an event; call it inside the transaction of the change it records. It follows the sealed head and not the
 * last row, so that deleted rows at the end stay missing. An invalid seal is recorded as an event of its own. Gives the
 * number of the event.
 */
export const append = Effect.fnUntraced(function* (event: AuditEvent) {
  const { isBroken, last } = yield* readEnd
  const before = isBroken ? yield* insert(last ?? emptyHead, sealBroken) : (last ?? emptyHead)
  const head = yield* insert(before, event)
  yield* writeSeal(head)
  return head.seq
})
