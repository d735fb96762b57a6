// Labels of audited rows: what counts for or against a policy.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { importLabels, listPolicyAudits, type StoredReview } from "../../src/index.ts"
import { adjust } from "../stores.ts"
import { keep, outcome, reviews, reviewsTest, stored } from "./reviewStore.ts"

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
    rows.map(({ id }) => ({ id, reviewer, labels: { urgent, team: "billing" } })),
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

  reviewsTest("break a policy for good, by itself", function* () {
    const { label, take } = yield* reviews
    for (const { id: review_id } of yield* audited(5)) {
      const { lease } = yield* take({ review_id })
      yield* label({ review_id, lease, labels: { urgent: false } })
    }
    const [broken] = yield* listPolicyAudits("default")
    assert.deepEqual(broken?.counts, { urgent: { rows: 5, errors: 5 } })
    assert.isNumber(broken?.broken_at)
    yield* adjust(1_000)
    yield* give(yield* audited(50), true)
    const [still] = yield* listPolicyAudits("default")
    assert.strictEqual(still?.broken_at, broken?.broken_at)
    yield* give(yield* audited(2, { policy: "tickets@2" }), true)
    assert.isNull((yield* listPolicyAudits("default"))[1]?.broken_at)
  })
})
