// Adds labels to a review. The first ones of an audited row count for or against its policy.
// Assumed: ours.
import { answerLabel } from "@leadline/core/reviews"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import type { Seal } from "../crypto/seal.ts"
import { type AuditCounts, type Evidence, type OpenedReview, sealName } from "./content.ts"
import { brokenPolicies } from "./metrics.ts"
import * as ReviewTable from "./table.ts"

/** What audited rows say of a policy. */
export interface PolicyAudit {
  readonly policy: string
  readonly counts: AuditCounts
  /** When they showed that its promise does not hold, in Unix milliseconds; null: they did not. */
  readonly broken_at: number | null
}

interface AuditRow {
  readonly policy: string
  readonly counts: string
  readonly broken_at: number | string | null
}

const auditOf = ({ broken_at, counts, policy }: AuditRow): PolicyAudit => ({
  policy,
  counts: JSON.parse(counts) as AuditCounts,
  broken_at: broken_at === null ? null : Number(broken_at)
})

/** What audited rows say of the policies of a group, or of one. */
export const policyAudits = Effect.fnUntraced(function* (group: string, policy?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = policy === undefined ? sql`` : sql`AND policy = ${policy}`
  const rows = yield* sql<AuditRow>`SELECT policy, counts, broken_at FROM policy_audit
    WHERE group_id = ${group} ${chosen} ORDER BY policy`
  return rows.map(auditOf)
})

/** Counts a row of the audit. Once broken, a policy stays so. */
const countAudit = Effect.fnUntraced(function* (
  group: string,
  { content, row }: OpenedReview,
  labels: ReviewTable.ReviewerLabels["labels"],
  evidence: Evidence
) {
  const sql = yield* SqlClient.SqlClient
  const { policy } = row
  const [known] = yield* policyAudits(group, policy)
  const counts = new Map(Object.entries(known?.counts ?? {}))
  for (const name of content.acted) {
    const answer = Object.hasOwn(content.answers, name) ? content.answers[name] : undefined
    if (answer === undefined || !Object.hasOwn(labels, name)) continue
    const { errors = 0, rows = 0 } = counts.get(name) ?? {}
    counts.set(name, { rows: rows + 1, errors: errors + Number(answerLabel(answer) !== labels[name]) })
  }
  const now = yield* Clock.currentTimeMillis
  const all: AuditCounts = Object.fromEntries(counts)
  const questions = Object.keys(content.questions).length
  const isBroken = content.promise !== undefined && evidence(all, { ...content.promise, questions })
  const broken_at = known?.broken_at ?? (isBroken ? now : null)
  const next = { counts: JSON.stringify(all), broken_at }
  yield* sql`INSERT INTO policy_audit ${sql.insert({ group_id: group, policy, ...next })}
    ON CONFLICT (group_id, policy) DO UPDATE SET ${sql.update(next)}`
  if (broken_at === null || known?.broken_at === broken_at) return
  yield* Metric.update(brokenPolicies, 1)
  yield* Effect.logWarning(
    `Labels show that the policy ${policy} does not keep its promise: it answers review`
  )
})

/** Adds the labels of a reviewer. Call it in a transaction on the group. */
export const addLabels = Effect.fnUntraced(function* (
  seal: Seal,
  evidence: Evidence,
  group: string,
  review: OpenedReview,
  added: ReviewTable.ReviewerLabels
) {
  const { labels, row } = review
  const sealed = yield* seal.seal(sealName("labels", row.id), JSON.stringify([...labels, added]))
  yield* ReviewTable.setLabels(row.id, sealed, sealed.length - (row.labels?.length ?? 0))
  // Later labels are for the agreement of reviewers: a row is counted once.
  if (row.is_audited === 1 && labels.length === 0) yield* countAudit(group, review, added.labels, evidence)
})
