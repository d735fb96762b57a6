// What happened, one row per event, each bound to the one before it by a hash, the last one sealed under the pepper.
// Source: §5; Assumed: ours, the document knows no audit.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { requestOrigin } from "./requestOrigin.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"

/** One event. Ids only: no names, no keys, no bodies. */
export interface AuditEvent {
  /** What was done. */
  readonly action:
    | "key.create"
    | "key.revoke"
    | "auth.fail"
    | "limit.hit"
    | "config.change"
    | "start"
    | "stop"
  /** To what kind of thing. */
  readonly object_type: "api_key" | "api_group" | "audit" | "server"
  /** To which of them. */
  readonly object_id: string
  /** The key that called; absent when the server itself acts. */
  readonly actor_key_id?: string | undefined
  /** How it went; of a counted action how many times. Default `ok`. */
  readonly outcome?: string | undefined
  /** HMAC of the caller's address. Default: that of the request around it. */
  readonly address_hash?: string | undefined
}

/** Which process writes, as told in each event: host names, or what operators call their nodes. Default: not told. */
export const AuditNode = Context.Reference<string | null>("@leadline/store-sql/AuditNode", {
  defaultValue: () => null
})

/** A place in the chain: a row's number and its hash, from which all before it follow. */
export interface AuditHead {
  /** Counts from 1. */
  readonly seq: number
  /** SHA-256, in hex. */
  readonly hash: string
}

/** A row as stored, in the order of the table. */
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

/** Where every chain begins. */
export const emptyHead: AuditHead = { seq: 0, hash: "" }

const text = new TextEncoder()

/** SHA-256 over the hash before a row and the row's values as a JSON array, in the order of the table. */
export const hashOf = Effect.fnUntraced(function* (
  previous: string,
  { hash: _hash, previous_hash: _previous, ...values }: AuditRow
) {
  const digest = yield* Digest.Digest
  return yield* digest.digestHex(Digest.sha256, text.encode(previous + JSON.stringify(Object.values(values))))
})

const purpose = "audit"

/** Where the chain ends by the seal; undefined when there is no seal, or it is not of a pepper that is live. */
export const sealedHead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const [row] = yield* sql<{ readonly seq: number | string; readonly hash: string; readonly seal: string }>`
    SELECT seq, hash, seal FROM audit_head WHERE id = 1`
  if (row === undefined) return undefined
  const head: AuditHead = { seq: Number(row.seq), hash: row.hash }
  return (yield* isSigned(pepper, row.seal, purpose, String(head.seq), head.hash)) ? head : undefined
})

/** Where the chain ends by its rows. */
export const lastRow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly seq: number | string; readonly hash: string }>`SELECT seq, hash
    FROM audit_event ORDER BY seq DESC LIMIT 1`
  return row === undefined ? undefined : { seq: Number(row.seq), hash: row.hash }
})

const add = Effect.fnUntraced(function* (before: AuditHead, event: AuditEvent) {
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
  const hash = yield* hashOf(before.hash, row)
  yield* sql`INSERT INTO audit_event ${sql.insert({ ...row, hash })}`
  return { seq: row.seq, hash }
})

/** Tells in the chain that its seal was broken: a lost pepper, an older store, or a hand that was not ours. */
const sealBroken: AuditEvent = {
  action: "config.change",
  object_type: "audit",
  object_id: "seal",
  outcome: "broken"
}

/** Does this row tell of a broken seal? */
export const isBrokenSealEvent = (row: AuditRow): boolean =>
  row.action === sealBroken.action && row.object_type === sealBroken.object_type

/**
 * Appends an event: call it inside the transaction of the change, so that both happen or neither. It goes behind
 * the sealed head, not behind the last row: rows cut off stay missing. Where the seal does not hold, an event says so.
 */
export const append = Effect.fnUntraced(function* (event: AuditEvent) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const sealed = yield* sealedHead
  const last = sealed ?? (yield* lastRow)
  const before =
    sealed === undefined && last !== undefined ? yield* add(last, sealBroken) : (last ?? emptyHead)
  const head = yield* add(before, event)
  const seal = yield* sign(pepper, purpose, String(head.seq), head.hash)
  yield* sql`INSERT INTO audit_head ${sql.insert({ id: 1, ...head, seal })}
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, seal = excluded.seal`
})
