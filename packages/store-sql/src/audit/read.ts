// Reading the audit: is the chain whole, and what is in it.
// Source: §5; Assumed: ours, the document knows no audit.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "./chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import { toStoreError } from "../database/failures.ts"
import { Pepper } from "../crypto/Pepper.ts"
import type { StoreError } from "../database/StoreError.ts"

/** What is wrong first, at which row. */
export interface AuditProblem {
  readonly seq: number
  /**
   * `missing`: the row is not there. `changed`: a value is not what was written. `unlinked`: it does not follow the row
   * before it. `anchor`: it is not the row that was named. `unsealed`: the chain ends here without a seal, or beyond
   * it. `resealed`: the seal was found broken here.
   */
  readonly reason: "missing" | "changed" | "unlinked" | "anchor" | "unsealed" | "resealed"
}

/** What a walk along the chain found. */
export interface AuditReport {
  /** Rows that were walked. */
  readonly events: number
  /** The last good row. Kept elsewhere and named in the next walk, it proves that nothing before it was replaced. */
  readonly head: Audit.AuditHead
  /** Undefined: the chain is whole. */
  readonly problem: AuditProblem | undefined
}

const page = 1000

/** Postgres gives its large integers as text. */
type Stored = Omit<Audit.AuditRow, "seq" | "at"> & Record<"seq" | "at", number | string>

// The order of the fields stays that of the table: it is part of the hash.
const read = (row: Stored): Audit.AuditRow => ({ ...row, seq: Number(row.seq), at: Number(row.at) })

const rowsAfter = Effect.fnUntraced(function* (seq: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Stored>`SELECT * FROM audit_event WHERE seq > ${seq} ORDER BY seq LIMIT ${page}`
  return rows.map(read)
})

const wrong = Effect.fnUntraced(function* (
  row: Audit.AuditRow,
  before: Audit.AuditHead,
  anchor: Audit.AuditHead
) {
  const problem = (reason: AuditProblem["reason"]): AuditProblem => ({ seq: before.seq + 1, reason })
  if (row.seq !== before.seq + 1) return problem("missing")
  if (row.previous_hash !== before.hash) return problem("unlinked")
  if (row.hash !== (yield* Audit.hashOf(before.hash, row))) return problem("changed")
  if (row.seq === anchor.seq && row.hash !== anchor.hash) return problem("anchor")
  return row.seq > anchor.seq && Audit.isBrokenSealEvent(row) ? problem("resealed") : undefined
})

// No transaction, as that would keep writers out: rows never change, and each comes together with its seal.
const walk = Effect.fnUntraced(function* (anchor: Audit.AuditHead) {
  let head = Audit.emptyHead
  const found = (problem?: AuditProblem): AuditReport => ({ events: head.seq, head, problem })
  while (true) {
    const sealed = yield* Audit.sealedHead
    const rows = yield* rowsAfter(head.seq)
    for (const row of rows) {
      const problem = yield* wrong(row, head, anchor)
      if (problem !== undefined) return found(problem)
      head = { seq: row.seq, hash: row.hash }
    }
    if (head.seq < Math.max(anchor.seq, sealed?.seq ?? 0) && rows.length < page) {
      return found({ seq: head.seq + 1, reason: "missing" })
    }
    const isSealed = head.seq === (sealed?.seq ?? 0) && head.hash === (sealed?.hash ?? "")
    if (rows.length === 0) return found(isSealed ? undefined : { seq: head.seq, reason: "unsealed" })
  }
})

/**
 * Walks the whole chain: any changed byte of any row, a row that was taken away, the last one too, and a chain that
 * was written anew without the pepper are found. `anchor`: a head of an earlier walk, kept elsewhere; it also vouches
 * for seals renewed before it.
 */
export const verifyAudit = (
  anchor: Audit.AuditHead = Audit.emptyHead
): Effect.Effect<AuditReport, StoreError, SqlClient.SqlClient | Pepper> =>
  walk(anchor).pipe(toStoreError, Effect.provide(Crypto.layer))

/** The latest events, the newest last. */
export const listAudit = (
  count: number
): Effect.Effect<ReadonlyArray<Audit.AuditRow>, StoreError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Stored>`SELECT * FROM audit_event ORDER BY seq DESC LIMIT ${count}`
    return rows.map(read).toReversed()
  }).pipe(toStoreError)
