// Compares keys and groups with the audit log: each creation and revocation has its event, and the other way round.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { limitTo } from "../database/dialect.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { type CoveredRow, isAuthentic, sealedColumns } from "../keys/rowMac.ts"
import { changeAction, checkedGroups } from "../groups/rowMac.ts"
import { type AuditRow, hasSealedGroups } from "./chain.ts"

/** A key that contradicts the audit log. */
export interface KeyProblem {
  /** Id of the key. */
  readonly key: string
  /**
   * `altered`: its row was changed outside of the server. `unrecorded`: it was created or revoked without an event.
   * `unrevoked`: the log records its revocation, but it is not revoked. `removed`: its row is missing.
   */
  readonly reason: "altered" | "unrecorded" | "unrevoked" | "removed"
}

/** A group that contradicts the audit log. */
export interface GroupProblem {
  /** Id of the group. */
  readonly group: string
  /** `altered`: its row was changed outside of the server, or an earlier one put back. `removed`: its row is missing. */
  readonly reason: "altered" | "removed"
}

const pageSize = 1000

interface Row extends CoveredRow {
  readonly id: string
  readonly row_mac: string | null
  readonly pepper_version: string
}

/** The keys that the audit log records, and the groups that it names. */
export const makeHistory = () => {
  const sets = { "key.create": new Set<string>(), "key.revoke": new Set<string>() }
  const groups = new Set<string>()
  return {
    created: sets["key.create"],
    revoked: sets["key.revoke"],
    groups,
    add: ({ action, object_id }: AuditRow) => {
      if (action === "key.create" || action === "key.revoke") sets[action].add(object_id)
      if (action === changeAction) groups.add(object_id)
    }
  }
}

const isRecordedNow = Effect.fnUntraced(function* (action: "key.create" | "key.revoke", id: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`SELECT seq FROM audit_event WHERE action = ${action} AND object_id = ${id} LIMIT 1`
  return found.length > 0
})

type History = ReturnType<typeof makeHistory>

/** The first group that contradicts the audit log, which was read before; undefined if there is none. */
export const findGroupProblem = Effect.fnUntraced(function* ({ groups }: History) {
  // Those of a new store have no MACs.
  if (!(yield* hasSealedGroups)) return undefined
  const checked = yield* checkedGroups
  const altered = checked.find(({ authentic }) => !authentic)
  if (altered !== undefined) return { group: altered.id, reason: "altered" } satisfies GroupProblem
  const known = new Set(checked.map(({ id }) => id))
  const removed = Array.from(groups).find((id) => !known.has(id))
  return removed === undefined ? undefined : ({ group: removed, reason: "removed" } satisfies GroupProblem)
})

/** The first key that contradicts the audit log, which was read before; undefined if there is none. */
export const findKeyProblem = Effect.fnUntraced(function* ({ created, revoked }: History) {
  const sql = yield* SqlClient.SqlClient
  const pepper = yield* Pepper
  const missing = new Set(created)

  const reasonOf = Effect.fnUntraced(function* (row: Row) {
    const isVoid = !pepper.versions.includes(row.pepper_version)
    if (!isVoid && !isAuthentic(pepper, row)) return "altered"
    if (!created.has(row.id) && !(yield* isRecordedNow("key.create", row.id))) return "unrecorded"
    if (row.revoked_at === null) return revoked.has(row.id) ? "unrevoked" : undefined
    return revoked.has(row.id) || (yield* isRecordedNow("key.revoke", row.id)) ? undefined : "unrecorded"
  })

  let after = ""
  while (true) {
    const rows = yield* sql<Row>`SELECT ${sql.literal(sealedColumns)}, pepper_version FROM api_key
      WHERE id > ${after} ORDER BY id ${limitTo(sql, pageSize)}`
    for (const row of rows) {
      const reason = yield* reasonOf(row)
      if (reason !== undefined) return { key: row.id, reason } satisfies KeyProblem
      missing.delete(row.id)
      after = row.id
    }
    if (rows.length < pageSize) break
  }
  const [removed] = missing
  return removed === undefined ? undefined : ({ key: removed, reason: "removed" } satisfies KeyProblem)
})
