// Reviews for operators: reads those of a group with their labels, and adds labels that were given elsewhere.
// Assumed: ours.
import { type Label, labelNames, labelOfName } from "@leadline/core/reviews"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { makeSeal } from "../crypto/seal.ts"
import { inGroup } from "../database/dialect.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"
import { requireGroup } from "../groups/groups.ts"
import { type Evidence, makeReadReview } from "./sealedReview.ts"
import { addLabels, breakPolicies, type PolicyAudit, policyAudits } from "./addLabels.ts"
import * as ReviewQueries from "./queries.ts"

/** A review as an operator reads it. Times are Unix milliseconds. */
export interface StoredReview extends ReviewQueries.Content {
  readonly id: string
  readonly policy: string
  readonly request_id: string
  readonly status: string
  readonly created_at: number
  /** The chance with which such a row is kept. */
  readonly inclusion_probability: number
  /** Undefined: it is not kept. */
  readonly state: unknown
  readonly labels: ReadonlyArray<ReviewQueries.ReviewerLabels>
}

const pageSize = 50

const ofStore = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  toStoreError(effect).pipe(Effect.provide(SecureRandom.layerWebCrypto))

/** Reads the reviews of a group, oldest first, a page at a time, and hands each to `use`. Those of a lost pepper are left out. */
export const readReviews = <E, R>(
  group: string,
  use: (review: StoredReview) => Effect.Effect<void, E, R>
): Effect.Effect<void, E | StoreError, R | SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    yield* requireGroup(group)
    const read = makeReadReview(yield* makeSeal)
    let last = ""
    while (true) {
      const rows = yield* ReviewQueries.after(group, last, pageSize)
      for (const row of rows) {
        const opened = read(row)
        last = row.id
        if (opened === undefined) continue
        const { content, labels, state } = opened
        const { id, inclusion_probability, policy, request_id, status } = row
        const created_at = Number(row.created_at)
        yield* use({
          ...content,
          id,
          policy,
          request_id,
          status,
          created_at,
          inclusion_probability,
          state,
          labels
        })
      }
      if (rows.length < pageSize) return
      yield* Effect.sleep(0)
    }
  }).pipe(ofStore)

/** Labels of a review that were given elsewhere. */
export interface ImportedLabels {
  readonly id: string
  readonly reviewer: string
  /** By question: `yes`, `no`, the name of an option or the index of a level. */
  readonly labels: { readonly [question: string]: string }
}

/** Labels by their names; fails with the first that is none. */
const labelsOf = Effect.fnUntraced(function* (
  { id, labels }: ImportedLabels,
  questions: ReviewQueries.Content["questions"]
) {
  const found: Array<readonly [string, Label]> = []
  for (const [name, text] of Object.entries(labels)) {
    const question = Object.hasOwn(questions, name) ? questions[name] : undefined
    const label = question && labelOfName(question, text)
    if (label === undefined) {
      const what =
        question === undefined
          ? `has no question ${JSON.stringify(name)}`
          : `has no such label of ${JSON.stringify(name)}: expected ${labelNames(question)}`
      return yield* new StoreError({ message: `Review ${id} ${what}.` })
    }
    found.push([name, label])
  }
  return Object.fromEntries(found)
})

/**
 * Adds labels to the reviews of a group, but those that a reviewer has labelled already. Gives how many were added. A review
 * that is unknown, and a label that its question does not have, is a {@link StoreError}; labels before it were added.
 */
export const importLabels = (
  group: string,
  imported: ReadonlyArray<ImportedLabels>,
  evidence: Evidence
): Effect.Effect<number, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    yield* requireGroup(group)
    const seal = yield* makeSeal
    const read = makeReadReview(seal)
    let count = 0
    for (const one of imported) {
      const { id, reviewer } = one
      const add = Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const row = yield* ReviewQueries.find(group, id)
        const review = row && read(row)
        if (review === undefined) {
          return yield* new StoreError({ message: `There is no review ${id}.`, isMissing: true })
        }
        const labels = yield* labelsOf(one, review.content.questions)
        if (review.labels.some((known) => known.reviewer === reviewer)) return 0
        yield* addLabels(seal, evidence, group, review, { reviewer, at, labels })
        return 1
      })
      count += yield* inGroup(group)(add)
    }
    yield* breakPolicies(group)
    return count
  }).pipe(ofStore)

/** What audited rows say of the policies of a group. */
export const listPolicyAudits = (
  group: string
): Effect.Effect<ReadonlyArray<PolicyAudit>, StoreError, SqlClient.SqlClient> =>
  toStoreError(policyAudits(group))
