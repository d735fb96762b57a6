// What happened to keys, one row per event, each bound to the one before it by a hash.
// Source: §5; Assumed: ours, the document knows no audit.
import * as Clock from "effect/Clock"
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** One event. Ids only: no names, no keys, no bodies. */
export interface AuditEvent {
  readonly action: "key.create" | "key.revoke" | "config.change"
  readonly object_type: "api_key"
  readonly object_id: string
  /** The key that called; absent when the server itself acts. */
  readonly actor_key_id?: string | undefined
}

interface Last {
  readonly seq: number
  readonly hash: string
}

/**
 * Appends an event: call it inside the transaction of the change, so that both happen or neither.
 * `hash` is SHA-256 over the previous hash and the row's values as a JSON array, in the order of the table.
 */
export const append = Effect.fnUntraced(function* ({ actor_key_id, ...event }: AuditEvent) {
  const sql = yield* SqlClient.SqlClient
  const digest = yield* Digest.Digest
  const [last] = yield* sql<Last>`SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1`
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: yield* Clock.currentTimeMillis,
    node: null,
    actor_key_id: actor_key_id ?? null,
    ...event,
    outcome: "ok",
    address_hash: null,
    request_id: null
  }
  const previous_hash = last?.hash ?? ""
  const values = new TextEncoder().encode(previous_hash + JSON.stringify(Object.values(row)))
  const hash = yield* digest.digestHex(Digest.sha256, values)
  yield* sql`INSERT INTO audit_event ${sql.insert({ ...row, previous_hash, hash })}`
})
