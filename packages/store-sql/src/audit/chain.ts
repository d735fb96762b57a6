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

/** The purpose of the seal. From the first sealed head on, no group without a MAC is trusted. */
const purpose = "audit"

/** The head according to the seal; undefined without a seal, or when it is not valid under any valid pepper. */
export const sealedHead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const [row] = yield* sql<{ readonly seq: BigIntColumn; readonly hash: string; readonly seal: string }>`
    SELECT seq, hash, seal FROM audit_head WHERE id = 1`
  if (row === undefined) return undefined
  const head: AuditHead = { seq: Number(row.seq), hash: row.hash }
  return isSigned(pepper, row.seal, purpose, String(head.seq), head.hash) ? head : undefined
})

/** Whether the groups of this store have MACs; false for a new one before its first event. */
export const hasSealedGroups = Effect.map(sealedHead, (head) => head !== undefined)

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

/** Records that the seal was invalid: the pepper was lost, or the log was changed. */
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
  const sealed = yield* sealedHead
  const last = sealed ?? (yield* lastRow)
  const isBroken = sealed === undefined && (last !== undefined || (yield* hasAnyKey))
  // In a new store nothing vouches for the groups yet.
  if (sealed === undefined && !isBroken) yield* sealAll
  return { isBroken, last }
})

/** Writes the MACs of groups in a new store. Call it inside a transaction. */
export const sealNewGroups = Effect.asVoid(readEnd)

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
