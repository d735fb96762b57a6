// Adds labels to a review. The first ones of an audited row count for or against its policy.
// Assumed: ours.
import { answerLabel } from "@leadline/core/reviews"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import * as Option from "effect/Option"
import { Pepper } from "../crypto/Pepper.ts"
import type { Seal } from "../crypto/seal.ts"
import { breakPolicy, findPolicy, toListedPolicy } from "../policies/policies.ts"
import * as PolicyQueries from "../policies/queries.ts"
import { type AuditCounts, type Evidence, type OpenedReview, sealName } from "./sealedReview.ts"
import { brokenPolicies } from "./metrics.ts"
import * as ReviewQueries from "./queries.ts"

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

/** What a version of a policy promises; undefined: it is gone, or its row was altered. */
const promisedBy = Effect.fnUntraced(function* (group: string, policy: string) {
  const pepper = yield* Pepper
  const [name = "", version] = policy.split("@")
  const row = yield* PolicyQueries.find(group, name, Number(version))
  const { policy: found } = row === undefined ? {} : toListedPolicy(pepper, row)
  if (found === undefined) return undefined
  const questions = Object.values(found.questions)
  const fitted = questions.filter(({ thresholds }) => thresholds.some(({ from }) => from !== null))
  return { ...found.promise, questions: fitted.length }
})

/** Counts a row of the audit. Once broken, a policy stays so. */
const countAudit = Effect.fnUntraced(function* (
  group: string,
  { content, row }: OpenedReview,
  labels: ReviewQueries.ReviewerLabels["labels"],
  evidence: Evidence
) {
  const sql = yield* SqlClient.SqlClient
  const { policy } = row
  const [known] = yield* policyAudits(group, policy)
  const counts = new Map(Object.entries(known?.counts ?? {}))
  for (const name of content.acted) {
    const [question, answer] = [content.questions[name], content.answers[name]]
    if (question === undefined || answer === undefined || !Object.hasOwn(labels, name)) continue
    const { errors = 0, rows = 0 } = counts.get(name) ?? {}
    const isWrong = answerLabel(question, answer) !== labels[name]
    counts.set(name, { rows: rows + 1, errors: errors + Number(isWrong) })
  }
  const now = yield* Clock.currentTimeMillis
  const all: AuditCounts = Object.fromEntries(counts)
  const promised = yield* promisedBy(group, policy)
  const isBroken = promised !== undefined && evidence(all, promised)
  const broken_at = known?.broken_at ?? (isBroken ? now : null)
  const next = { counts: JSON.stringify(all), broken_at }
  yield* sql`INSERT INTO policy_audit ${sql.insert({ group_id: group, policy, ...next })}
    ON CONFLICT (group_id, policy) DO UPDATE SET ${sql.update(next)}`
})

/** Says of policies that audited rows have shown broken that they act upon nothing any more. */
export const breakPolicies = Effect.fnUntraced(function* (group?: string) {
  const sql = yield* SqlClient.SqlClient
  const chosen = group === undefined ? sql`` : sql`AND group_id = ${group}`
  const shown = yield* sql<{ readonly group_id: string; readonly policy: string }>`
    SELECT group_id, policy FROM policy_audit WHERE broken_at IS NOT NULL ${chosen}`
  for (const { group_id, policy } of shown) {
    const found = yield* Effect.option(findPolicy(group_id, policy))
    if (Option.isNone(found) || found.value.state !== "active") continue
    yield* breakPolicy(group_id, policy)
    yield* Metric.update(brokenPolicies, 1)
    yield* Effect.logWarning(`Labels show that ${policy} does not keep its promise: it acts upon nothing now`)
  }
})

/** Adds the labels of a reviewer. Call it in a transaction on the group, and {@link breakPolicies} after that. */
export const addLabels = Effect.fnUntraced(function* (
  seal: Seal,
  evidence: Evidence,
  group: string,
  review: OpenedReview,
  added: ReviewQueries.ReviewerLabels
) {
  const { labels, row } = review
  const sealed = yield* seal.seal(sealName("labels", row.id), JSON.stringify([...labels, added]))
  yield* ReviewQueries.setLabels(row.id, sealed, sealed.length - (row.labels?.length ?? 0))
  // Later labels are for the agreement of reviewers: a row is counted once.
  if (row.is_audited === 1 && labels.length === 0) yield* countAudit(group, review, added.labels, evidence)
})
