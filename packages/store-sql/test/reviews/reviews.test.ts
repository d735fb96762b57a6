// Reviews: who may take, label and skip them, and what the labels of audited rows say of a policy.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import { type Labels, leaseTime } from "@leadline/core/reviews"
import * as Effect from "effect/Effect"
import { findPolicy, importLabels, listPolicyAudits, putPolicy, type StoredReview } from "../../src/index.ts"
import { adjust, policy, postgresUrl, query, tagOf } from "../stores.ts"
import { allWrong, ids, keep, outcome, reviews, reviewsTest, stored } from "./reviewStore.ts"

/** Lets all leases end: over PostgreSQL they are timed by its clock. */
const endLeases = Effect.gen(function* () {
  if (postgresUrl === undefined) yield* adjust(leaseTime)
  else yield* query`UPDATE review SET lease_until = 1`
})

const byKey = (key: string) => Effect.provideService(Caller, { group: "default", key })

const labels = { urgent: true, team: "billing", mood: 0 }

describe("a review", () => {
  reviewsTest("is taken by one at a time, without its answers, until the lease ends", function* () {
    const { label, list, skip, take } = yield* reviews
    yield* keep([outcome()])
    const [review_id = ""] = yield* ids
    const first = yield* byKey("ann")(take({ review_id }))
    assert.deepEqual(first.state, "I was charged twice.")
    assert.deepEqual(Object.keys(first.questions), ["urgent", "team", "mood"])
    assert.notProperty(first, "answers")
    assert.deepEqual(yield* ids, [])
    assert.strictEqual(yield* tagOf(byKey("ann")(take({ review_id }))), "ConflictError")
    yield* endLeases
    assert.deepEqual(yield* ids, [review_id])
    const { lease } = yield* byKey("ben")(take({ review_id }))
    const late = { review_id, lease: first.lease }
    assert.strictEqual(yield* tagOf(byKey("ann")(label({ ...late, labels }))), "ConflictError")
    assert.strictEqual(yield* tagOf(byKey("ann")(skip(late))), "ConflictError")
    const done = yield* byKey("ben")(label({ review_id, lease, labels }))
    assert.deepEqual([done.status, done.action, done.labels], ["labelled", "review", labels])
    assert.deepEqual(done.answers, outcome().response.answers)
    assert.lengthOf((yield* list({ status: "labelled" })).reviews, 1)
  })

  reviewsTest("is labelled once by each key; one that is skipped can be taken all the same", function* () {
    const { label, list, skip, take } = yield* reviews
    yield* keep([outcome()])
    const [review_id = ""] = yield* ids
    const { lease } = yield* take({ review_id })
    yield* skip({ review_id, lease })
    assert.deepEqual(yield* ids, [])
    for (const key of ["ann", "ben"]) {
      const again = yield* byKey(key)(take({ review_id }))
      assert.strictEqual(again.status, key === "ann" ? "skipped" : "labelled")
      yield* byKey(key)(label({ review_id, lease: again.lease, labels: { urgent: key === "ann" } }))
    }
    assert.strictEqual(yield* tagOf(byKey("ann")(take({ review_id }))), "ConflictError")
    const third = yield* byKey("eve")(take({ review_id }))
    const again = label({ review_id, lease: third.lease, labels: { urgent: true } })
    assert.strictEqual(yield* tagOf(byKey("ann")(again)), "ConflictError")
    yield* byKey("eve")(skip({ review_id, lease: third.lease }))
    assert.lengthOf((yield* list({ status: "labelled" })).reviews, 1)
    const reviewers = (yield* stored())[0]?.labels.map(({ reviewer }) => reviewer)
    assert.deepEqual(reviewers, ["ann", "ben"])
  })

  reviewsTest("refuses labels that do not fit its questions, or of over 65,536 characters", function* () {
    const { label, take } = yield* reviews
    const long = "a".repeat(65_532)
    const { request } = outcome()
    const questions = { ...request.questions, [long]: { type: "noul", instructions: "Is it?" } as const }
    yield* keep([outcome({ request: { ...request, questions } })])
    const [review_id = ""] = yield* ids
    const { lease } = yield* take({ review_id })
    const wrong: ReadonlyArray<readonly [Labels, string]> = [
      [{}, "labels: expected at least one label"],
      [{ __proto__: null, toString: true } as never, "labels: expected names of questions of this review"],
      [{ urgent: "yes" }, "labels: expected true or false for a question of type noul"],
      [{ team: "support" }, 'labels: expected one of "billing", "sales" for a question of type choice'],
      [{ mood: 2 }, "labels: expected a level from 0 to 1 for a question of type score"],
      [{ [long]: false }, "labels: expected at most 65536 characters"]
    ]
    for (const [given, message] of wrong) {
      const error = yield* Effect.flip(label({ review_id, lease, labels: given }))
      assert.deepEqual([error._tag, error.message], ["InvalidRequestError", message])
    }
    assert.strictEqual((yield* label({ review_id, lease, labels: { [long]: true } })).status, "labelled")
  })
})

/** Rows that are audited. */
const audited = (count: number, more = {}) =>
  Effect.gen(function* () {
    yield* keep(Array(count).fill(outcome({ action: "act", ...more })), { audit: 1 })
    return (yield* stored()).filter(({ labels: given }) => given.length === 0)
  })

const give = (rows: ReadonlyArray<StoredReview>, urgent: boolean, reviewer = "annotator") =>
  importLabels(
    "default",
    rows.map(({ id }) => ({ id, reviewer, labels: { urgent: urgent ? "yes" : "no", team: "billing" } })),
    allWrong
  )

describe("labels of audited rows", () => {
  reviewsTest("count once, by the first reviewer, and only where the policy acted", function* () {
    const rows = yield* audited(3)
    assert.strictEqual(yield* give(rows, true), 3)
    assert.strictEqual(yield* give(rows, true), 0)
    assert.strictEqual(yield* give(rows, false, "another"), 3)
    yield* keep([outcome()], { audit: 0 })
    yield* give((yield* stored()).slice(-1), false)
    assert.deepEqual(yield* listPolicyAudits("default"), [
      { policy: "tickets@1", counts: { urgent: { rows: 3, errors: 0 } }, broken_at: null }
    ])
  })

  reviewsTest("break a policy for good, and none of another version", function* () {
    yield* putPolicy("default", "tickets", policy(0.05))
    yield* give(yield* audited(5), false)
    const [shown] = yield* listPolicyAudits("default")
    assert.isNumber(shown?.broken_at)
    assert.strictEqual((yield* findPolicy("default", "tickets@1")).state, "broken")
    yield* putPolicy("default", "tickets", policy(0.05))
    yield* give(yield* audited(50), true)
    yield* give(yield* audited(2, { policy: "tickets@2" }), true)
    const brokenAt = (yield* listPolicyAudits("default")).map(({ broken_at }) => broken_at)
    assert.deepEqual(brokenAt, [shown?.broken_at, null])
    assert.strictEqual((yield* findPolicy("default", "tickets@2")).state, "active")
  })
})
