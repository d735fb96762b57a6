// Which reviews are kept of decisions, how, and how long: quotas of a group, and memory while they wait to be written.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { deleteGroup } from "../../src/index.ts"
import { expireReviews } from "../../src/reviews/expiry.ts"
import { droppedReviews } from "../../src/reviews/metrics.ts"
import { adjust, counted, insertGroup, query } from "../stores.ts"
import { ids, keep, outcome, reviewsTest, stored } from "./reviewStore.ts"

const times = <A>(count: number, one: A) => Array<A>(count).fill(one)

const { request } = outcome()

/** The outcome of a decision with a question of such a length. */
const asking = (length: number) => {
  const urgent = { type: "noul", instructions: "x".repeat(length) } as const
  return outcome({ request: { ...request, questions: { urgent } } })
}

/** How many reviews an effect lets drop for a reason. */
const dropped = Effect.fnUntraced(function* <A, E, R>(reason: string, effect: Effect.Effect<A, E, R>) {
  const before = (yield* Metric.value(droppedReviews({ reason }))).count
  yield* effect
  return (yield* Metric.value(droppedReviews({ reason }))).count - before
})

describe("what is kept", () => {
  reviewsTest("is rows to review, and of those acted upon a share, with its probability", function* () {
    const acted = times(400, outcome({ action: "act" }))
    yield* keep([outcome(), ...acted.slice(0, 20)], { audit: 0 })
    assert.deepEqual(
      (yield* stored()).map((one) => [one.action, one.inclusion_probability]),
      [["review", 1]]
    )
    yield* keep(acted, { audit: 0.25 })
    const audited = (yield* stored()).filter(({ action }) => action === "act")
    assert.isTrue(audited.every((one) => one.inclusion_probability === 0.25))
    assert.isTrue(audited.length > 50 && audited.length < 150, String(audited.length))
  })

  reviewsTest("is sealed, and has no state by option, nor of a large request", function* () {
    yield* keep([outcome({ state: { text: "a secret" }, reasons: ["a secret"] })])
    const [columns = []] = yield* query`SELECT content, state FROM review`.values
    for (const column of columns) {
      assert.instanceOf(column, Uint8Array)
      assert.notInclude(Buffer.from(column).toString("latin1"), "secret")
    }
    assert.deepEqual((yield* stored())[0]?.state, { text: "a secret" })
    // What was sealed for one row does not open in another.
    yield* keep([outcome()])
    const [, second] = yield* stored()
    yield* query`UPDATE review SET state = ${columns[1]} WHERE id = ${second?.id ?? ""}`
    assert.isUndefined((yield* stored())[1]?.state)
    yield* keep([outcome()], { audit: 0, keepState: false })
    yield* keep([outcome({ state: "x".repeat(1_048_576) })])
    for (const { state } of (yield* stored()).slice(2)) assert.isUndefined(state)
  })

  reviewsTest("expires, and is deleted then, or with its group", function* () {
    yield* insertGroup("other")
    const other = outcome({ group: "other" })
    yield* keep([outcome(), other], { audit: 0, days: 2 })
    yield* adjust("2 days")
    assert.deepEqual(yield* ids, [])
    assert.strictEqual(yield* expireReviews, 2)
    yield* keep([other])
    assert.strictEqual((yield* deleteGroup("other")).reviews, 1)
    yield* keep([other])
    assert.strictEqual(yield* counted("review"), 0)
  })

  reviewsTest("is nothing beyond the quota, and evidence alone beyond nine tenths", function* () {
    yield* insertGroup("other")
    const many = times(5, outcome())
    const kept = keep([...many, outcome({ group: "other" })], { audit: 0, reviewsPerGroup: 3 })
    assert.strictEqual(yield* dropped("quota", kept), 2)
    assert.deepEqual([(yield* stored()).length, (yield* stored("other")).length], [3, 1])
    assert.strictEqual(yield* dropped("quota", keep(many, { audit: 0, bytesPerGroup: 1 })), 5)
    const others = times(12, outcome({ questions: {} }))
    yield* keep([...others, outcome(), outcome()], { audit: 1, reviewsPerGroup: 10 })
    assert.deepEqual(
      (yield* stored()).slice(3).map((one) => one.acted.length),
      [...times(6, 0), 1]
    )
  })

  reviewsTest("is bounded while it waits, and fails no decision where the store is away", function* () {
    yield* insertGroup("other")
    // Rows keep out none of another group, and no evidence.
    const flood = times(600, outcome({ questions: {} }))
    const waiting = keep([...flood, outcome(), outcome({ group: "other", questions: {} })], { audit: 1 })
    assert.strictEqual(yield* dropped("queue", waiting), 88)
    assert.deepEqual([(yield* stored()).length, (yield* stored("other")).length], [513, 1])
    for (const large of [asking(1_000_000), outcome({ state: "x".repeat(1_000_000) })])
      assert.strictEqual(yield* dropped("queue", keep(times(40, large))), 7)
    assert.strictEqual(yield* dropped("size", keep([asking(2_000_000), asking(2_100_000)])), 1)
    yield* query`ALTER TABLE review RENAME TO gone`
    assert.strictEqual(yield* dropped("store", keep([outcome()])), 1)
  })
})
