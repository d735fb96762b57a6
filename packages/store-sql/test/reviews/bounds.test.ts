// What bounds the reviews that are kept: the quotas of a group, and memory while they wait to be written.
import { assert, describe } from "@effect/vitest"
import type { Labels } from "@leadline/core/reviews"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import { droppedReviews } from "../../src/reviews/metrics.ts"
import { insertGroup } from "../stores.ts"
import { ids, keep, outcome, reviews, reviewsTest, stored } from "./reviewStore.ts"

const dropped = (reason: string) => Effect.map(Metric.value(droppedReviews({ reason })), ({ count }) => count)

describe("what is kept", () => {
  reviewsTest(
    "is nothing beyond the quota of rows or bytes of its group, and a counter says so",
    function* () {
      const before = yield* dropped("quota")
      yield* insertGroup("other")
      const many = Array.from({ length: 5 }, () => outcome())
      yield* keep([...many, outcome({ group: "other" })], { audit: 0, reviewsPerGroup: 3 })
      assert.deepEqual([(yield* stored()).length, (yield* stored("other")).length], [3, 1])
      yield* keep(many, { audit: 0, bytesPerGroup: 1 })
      yield* keep(many, { audit: 0, reviewsPerGroup: 0 })
      assert.lengthOf(yield* stored(), 3)
      assert.strictEqual((yield* dropped("quota")) - before, 7)
    }
  )

  reviewsTest("beyond nine tenths of the quota is evidence for or against a policy alone", function* () {
    const others = Array.from({ length: 12 }, () => outcome({ questions: {} }))
    yield* keep([...others, outcome(), outcome()], { audit: 1, reviewsPerGroup: 10 })
    const acted = (yield* stored()).map((one) => one.acted.length)
    assert.deepEqual(acted, [...Array<number>(9).fill(0), 1])
  })

  reviewsTest(
    "is bounded while it waits to be written: rows keep out none of another group, and no evidence",
    function* () {
      const before = yield* dropped("queue")
      yield* insertGroup("other")
      const flood = Array.from({ length: 600 }, () => outcome({ questions: {} }))
      yield* keep([...flood, outcome(), outcome({ group: "other", questions: {} })], { audit: 1 })
      assert.deepEqual([(yield* stored()).length, (yield* stored("other")).length], [513, 1])
      assert.strictEqual((yield* dropped("queue")) - before, 88)
    }
  )

  reviewsTest(
    "is bounded by the bytes of its states and questions, and fails no decision where the store is away",
    function* () {
      const [queue, store] = [yield* dropped("queue"), yield* dropped("store")]
      const { request } = outcome()
      const urgent = { type: "noul", instructions: "x".repeat(1_000_000) } as const
      yield* keep(
        Array.from({ length: 40 }, () => outcome({ request: { ...request, questions: { urgent } } }))
      )
      yield* keep(Array.from({ length: 40 }, () => outcome({ state: "x".repeat(1_000_000) })))
      assert.strictEqual((yield* dropped("queue")) - queue, 14)
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE review RENAME TO gone`
      yield* keep([outcome()])
      assert.strictEqual((yield* dropped("store")) - store, 1)
    }
  )
})

reviewsTest("questions and answers of over 2 MiB are no review, and a counter says so", function* () {
  const before = yield* dropped("size")
  const { request } = outcome()
  const asking = (length: number) => {
    const urgent = { type: "noul", instructions: "x".repeat(length) } as const
    return outcome({ request: { ...request, questions: { urgent } } })
  }
  yield* keep([asking(2_000_000), asking(2_100_000), asking(30_000_000)], { audit: 0 })
  assert.lengthOf(yield* stored(), 1)
  assert.strictEqual((yield* dropped("size")) - before, 2)
})

reviewsTest(
  "labels of one request have at most 65,536 characters with the names of their questions",
  function* () {
    const [first, second] = ["a".repeat(32_766), "b".repeat(32_762)]
    const question = { type: "noul", instructions: "Is it?" } as const
    const { request } = outcome()
    yield* keep([outcome({ request: { ...request, questions: { [first]: question, [second]: question } } })])
    const [review_id = ""] = yield* ids
    const { lease } = yield* (yield* reviews).take({ review_id })
    const label = (labels: Labels) =>
      Effect.flatMap(reviews, (one) => one.label({ review_id, lease, labels }))
    const error = yield* Effect.flip(label({ [first]: true, [second]: false }))
    assert.deepEqual(
      [error._tag, error.message],
      ["InvalidRequestError", "labels: expected at most 65536 characters"]
    )
    assert.strictEqual((yield* label({ [first]: true, [second]: true })).status, "labelled")
  }
)
