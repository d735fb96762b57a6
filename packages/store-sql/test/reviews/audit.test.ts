// Labels of audited rows: what counts for or against a policy.
import { assert, describe } from "@effect/vitest"
import type { Policy } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import { findPolicy, importLabels, listPolicyAudits, putPolicy, type StoredReview } from "../../src/index.ts"
import { keep, outcome, reviews, reviewsTest, stored } from "./reviewStore.ts"

const from = (level: number) => ({
  answer: null,
  from: level,
  rows: 99,
  errors: 0,
  effectiveRows: 99,
  errorAtMost: 0.03
})

const policy: Policy = {
  version: 1,
  model: "decider-27b",
  source: "embedded",
  answeredBy: { model: "decider-27b-v0", decimals: null },
  questionsHash: "00",
  labelsHash: "00",
  fits: 1,
  promise: { error: 0.05, confidence: 0.95 },
  questions: { urgent: { rows: 99, coverage: 1, calibration: null, thresholds: [from(0.8)] } }
}

const audited = (count: number, more = {}) =>
  Effect.gen(function* () {
    yield* keep(
      Array.from({ length: count }, () => outcome({ action: "act", ...more })),
      { audit: 1 }
    )
    return (yield* stored()).filter(({ labels: given }) => given.length === 0)
  })

const give = (rows: ReadonlyArray<StoredReview>, urgent: boolean, reviewer = "annotator") =>
  importLabels(
    "default",
    rows.map(({ id }) => ({ id, reviewer, labels: { urgent: urgent ? "yes" : "no", team: "billing" } })),
    () => false
  )

describe("labels of audited rows", () => {
  reviewsTest("count once, by the first reviewer, and only where the policy acted", function* () {
    const rows = yield* audited(3)
    assert.strictEqual(yield* give(rows, true), 3)
    assert.strictEqual(yield* give(rows, true), 0)
    assert.strictEqual(yield* give(rows, false, "another"), 3)
    yield* keep([outcome()], { audit: 0 })
    yield* give(yield* Effect.map(stored(), (all) => all.slice(-1)), false)
    assert.deepEqual(yield* listPolicyAudits("default"), [
      { policy: "tickets@1", counts: { urgent: { rows: 3, errors: 0 } }, broken_at: null }
    ])
  })

  reviewsTest("break a policy for good, and none of another version", function* () {
    const { label, take } = yield* reviews
    yield* putPolicy("default", "tickets", policy)
    for (const { id: review_id } of yield* audited(5)) {
      const { lease } = yield* take({ review_id })
      yield* label({ review_id, lease, labels: { urgent: false } })
    }
    const [shown] = yield* listPolicyAudits("default")
    assert.deepEqual(shown?.counts, { urgent: { rows: 5, errors: 5 } })
    assert.isNumber(shown?.broken_at)
    assert.strictEqual((yield* findPolicy("default", "tickets@1")).state, "broken")
    assert.strictEqual((yield* putPolicy("default", "tickets", policy)).version, 2)
    yield* give(yield* audited(50), true)
    assert.strictEqual((yield* listPolicyAudits("default"))[0]?.broken_at, shown?.broken_at)
    yield* give(yield* audited(2, { policy: "tickets@2" }), true)
    assert.isNull((yield* listPolicyAudits("default"))[1]?.broken_at)
    assert.strictEqual((yield* findPolicy("default", "tickets@2")).state, "active")
  })
})
