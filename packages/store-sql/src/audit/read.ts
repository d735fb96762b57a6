// Reads the audit log: verifies the hash chain and lists events.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, limitTo } from "../database/dialect.ts"
import { toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"
import * as Audit from "./chain.ts"
import {
  findGroupProblem,
  findKeyProblem,
  type GroupProblem,
  type KeyProblem,
  makeHistory
} from "./reconcile.ts"

/** The first problem of the chain. */
export interface AuditProblem {
  /** Row number. */
  readonly seq: number
  /**
   * `missing`: the row does not exist. `changed`: a value differs from what was written. `unlinked`: it does not follow
   * the row before it. `anchor`: its hash differs from the given head or anchor. `unsealed`: the chain ends here, and the seal is
   * missing, invalid or of another row. `resealed`: the row records that the seal was invalid.
   */
  readonly reason: "missing" | "changed" | "unlinked" | "anchor" | "unsealed" | "resealed"
}

/** What {@link verifyAudit} compares the log with. */
export interface VerifyAuditOptions {
  /** The head of an earlier verification, stored elsewhere: it vouches for the rows before it. */
  readonly head?: Audit.AuditHead | undefined
  /** A head that the log must still contain, as of {@link readAuditAnchor}. */
  readonly anchor?: Audit.AuditHead | undefined
}

/** Result of {@link verifyAudit}. */
export interface AuditReport {
  /** Number of verified rows. */
  readonly events: number
  /** The last valid row. Stored elsewhere and given to the next verification, it proves that no row before it was replaced. */
  readonly head: Audit.AuditHead
  /** The last row that was written, whatever the problem; undefined when it is not sealed under a valid pepper. */
  readonly sealed: Audit.AuditHead | undefined
  /** Undefined: the chain is intact, and keys and groups agree with it. */
  readonly problem: AuditProblem | KeyProblem | GroupProblem | undefined
}

const pageSize = 1000

type StoredRow = Omit<Audit.AuditRow, "seq" | "at"> & Record<"seq" | "at", BigIntColumn>

// Keeps the order of the columns, which is part of the hash.
const toAuditRow = (row: StoredRow): Audit.AuditRow => ({ ...row, seq: Number(row.seq), at: Number(row.at) })

const rowsAfter = Effect.fnUntraced(function* (seq: number) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    yield* sql<StoredRow>`SELECT * FROM audit_event WHERE seq > ${seq} ORDER BY seq ${limitTo(sql, pageSize)}`
  return rows.map(toAuditRow)
})

/** What the chain is compared with, and what is done with its rows. */
interface Walk extends Required<VerifyAuditOptions> {
  /** Rows that record a broken seal are no problem. */
  readonly acceptsBrokenSeals: boolean
  /** Takes each valid row. */
  readonly visit: (row: Audit.AuditRow) => void
  /** Runs after each page of rows. */
  readonly pause: Effect.Effect<void>
}

const problemOf = (
  row: Audit.AuditRow,
  before: Audit.AuditHead,
  { acceptsBrokenSeals, anchor, head }: Walk
) => {
  const problem = (reason: AuditProblem["reason"]): AuditProblem => ({ seq: before.seq + 1, reason })
  if (row.seq !== before.seq + 1) return problem("missing")
  if (row.previous_hash !== before.hash) return problem("unlinked")
  if (row.hash !== Audit.hashOf(before.hash, row)) return problem("changed")
  if ([anchor, head].some((known) => known?.seq === row.seq && known.hash !== row.hash))
    return problem("anchor")
  const isResealed = row.seq > (head?.seq ?? 0) && Audit.isBrokenSealEvent(row)
  return isResealed && !acceptsBrokenSeals ? problem("resealed") : undefined
}

/**
 * Verifies the chain of rows alone. Without a transaction, which would block writers: rows never change, and each is
 * written together with its seal.
 */
export const walkChain = Effect.fnUntraced(function* (options: Walk) {
  const { anchor, head: known, pause, visit } = options
  const minimum = Math.max(known?.seq ?? 0, anchor?.seq ?? 0)
  let head = Audit.emptyHead
  const report = (problem?: AuditProblem) => ({ head, problem })
  while (true) {
    const sealed = yield* Audit.sealedHead
    const rows = yield* rowsAfter(head.seq)
    for (const row of rows) {
      const problem = problemOf(row, head, options)
      if (problem !== undefined) return report(problem)
      head = { seq: row.seq, hash: row.hash }
      visit(row)
    }
    if (head.seq < Math.max(minimum, sealed?.seq ?? 0) && rows.length < pageSize) {
      return report({ seq: head.seq + 1, reason: "missing" })
    }
    const isSealed = head.seq === (sealed?.seq ?? 0) && head.hash === (sealed?.hash ?? "")
    if (rows.length === 0) return report(isSealed ? undefined : { seq: head.seq, reason: "unsealed" })
    yield* pause
  }
})

const verify = Effect.fnUntraced(function* ({ anchor, head }: Required<VerifyAuditOptions>) {
  const history = makeHistory()
  const found = yield* walkChain({
    anchor,
    head,
    acceptsBrokenSeals: false,
    visit: history.add,
    pause: Effect.void
  })
  const problem = found.problem ?? (yield* findKeyProblem(history)) ?? (yield* findGroupProblem(history))
  const sealed = yield* Audit.sealedHead
  return { events: found.head.seq, head: found.head, sealed, problem } satisfies AuditReport
})

/**
 * Verifies the whole chain: it finds any changed byte, any deleted row including the last, and a chain rewritten
 * without the pepper. Then it compares keys and groups with the chain. Broken seals recorded before `head` are accepted.
 */
export const verifyAudit = ({ anchor, head }: VerifyAuditOptions = {}): Effect.Effect<
  AuditReport,
  StoreError,
  SqlClient.SqlClient | Pepper
> => verify({ anchor, head }).pipe(toStoreError)

/** The latest `count` events, newest last. */
export const listAudit = (
  count: number
): Effect.Effect<ReadonlyArray<Audit.AuditRow>, StoreError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<StoredRow>`SELECT * FROM audit_event ORDER BY seq DESC ${limitTo(sql, count)}`
    return rows.map(toAuditRow).toReversed()
  }).pipe(toStoreError)
