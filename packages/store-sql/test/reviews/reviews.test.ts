// Reviews: what is kept of decisions, and who may take, label and skip them.
import { assert, describe } from "@effect/vitest"
import { Caller } from "@leadline/core/authentication"
import { leaseTime } from "@leadline/core/reviews"
import * as Effect from "effect/Effect"
import { expireReviews } from "../../src/reviews/expiry.ts"
import { deleteGroup } from "../../src/index.ts"
import { as } from "../skills/skillStore.ts"
import { adjust, counted, insertGroup, postgresUrl, tagOf } from "../stores.ts"
import { ids, keep, outcome, reviews, reviewsTest, stored } from "./reviewStore.ts"
import { query } from "../query.ts"

/** Lets all leases end: over PostgreSQL they are timed by its clock. */
const endLeases = Effect.gen(function* () {
  if (postgresUrl === undefined) yield* adjust(leaseTime)
  else yield* query`UPDATE review SET lease_until = 1`
})

const byKey = (key: string) => Effect.provideService(Caller, { group: "default", key })

const labels = { urgent: true, team: "billing", mood: 0 }

/** Keeps one review, and takes it. */
const taken = Effect.gen(function* () {
  const { take } = yield* reviews
  yield* keep([outcome()])
  const [review_id = ""] = yield* ids
  const { lease } = yield* take({ review_id })
  return { review_id, lease }
})

describe("what is kept", () => {
  reviewsTest("rows to review, and of those acted upon a share, with its probability", function* () {
    const acted = Array.from({ length: 400 }, () => outcome({ action: "act" }))
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

  reviewsTest("is not to be read in the database", function* () {
    yield* keep([outcome({ state: { text: "a secret" }, reasons: ["a secret"] })])
    const [row] = yield* query<{
      readonly content: Uint8Array
      readonly state: Uint8Array
    }>`SELECT content, state FROM review`
    for (const column of [row?.content, row?.state]) {
      assert.isAbove(column?.length ?? 0, 20)
      assert.notInclude(Buffer.from(column ?? new Uint8Array()).toString("latin1"), "secret")
    }
    assert.deepEqual((yield* stored())[0]?.state, { text: "a secret" })
    // What was sealed for one row does not open in another.
    yield* keep([outcome()])
    const [, second] = yield* stored()
    yield* query`UPDATE review SET state = ${row?.state ?? null} WHERE id = ${second?.id ?? ""}`
    assert.isUndefined((yield* stored())[1]?.state)
  })

  reviewsTest("has no state by option, nor of a large request", function* () {
    yield* keep([outcome()], { audit: 0, keepState: false })
    yield* keep([outcome({ state: "x".repeat(1_048_576) })])
    assert.deepEqual(
      (yield* stored()).map(({ request_id, state }) => [request_id, state]),
      Array.from({ length: 2 }, () => [outcome().requestId, undefined])
    )
  })

  reviewsTest("expires, and is deleted then, or with its group", function* () {
    yield* insertGroup("other")
    yield* keep([outcome(), outcome({ group: "other" })], { audit: 0, days: 2 })
    yield* adjust("2 days")
    assert.deepEqual(yield* ids, [])
    assert.strictEqual(yield* expireReviews, 2)
    yield* keep([outcome({ group: "other" })])
    assert.strictEqual((yield* deleteGroup("other")).reviews, 1)
    yield* keep([outcome({ group: "other" })])
    assert.strictEqual(yield* counted("review"), 0)
  })
})

describe("a review", () => {
  reviewsTest(
    "is taken by one at a time, without its answers, and is free again when the lease ends",
    function* () {
      const { label, list, skip, take } = yield* reviews
      yield* keep([outcome()])
      const [review_id = ""] = yield* ids
      const first = yield* byKey("ann")(take({ review_id }))
      assert.deepEqual(first.state, "I was charged twice.")
      assert.deepEqual(Object.keys(first.questions), ["urgent", "team", "mood"])
      assert.notProperty(first, "answers")
      assert.deepEqual(yield* ids, [])
      for (const key of ["ann", "ben"]) {
        assert.strictEqual(yield* tagOf(byKey(key)(take({ review_id }))), "ConflictError")
      }
      yield* endLeases
      assert.deepEqual(yield* ids, [review_id])
      const second = yield* byKey("ben")(take({ review_id }))
      const late = { review_id, lease: first.lease }
      assert.strictEqual(yield* tagOf(byKey("ann")(label({ ...late, labels }))), "ConflictError")
      assert.strictEqual(yield* tagOf(byKey("ann")(skip(late))), "ConflictError")
      const done = yield* byKey("ben")(label({ review_id, lease: second.lease, labels }))
      assert.deepEqual([done.status, done.action, done.labels], ["labelled", "review", labels])
      assert.deepEqual(done.answers, outcome().response.answers)
      assert.lengthOf((yield* list({ status: "labelled" })).reviews, 1)
    }
  )

  reviewsTest("is labelled once by each key", function* () {
    const { label, take } = yield* reviews
    yield* keep([outcome()])
    const [review_id = ""] = yield* ids
    for (const key of ["ann", "ben"]) {
      const { lease } = yield* byKey(key)(take({ review_id }))
      yield* byKey(key)(label({ review_id, lease, labels: { urgent: key === "ann" } }))
    }
    assert.strictEqual(yield* tagOf(byKey("ann")(take({ review_id }))), "ConflictError")
    const { lease } = yield* byKey("eve")(take({ review_id }))
    const again = label({ review_id, lease, labels: { urgent: true } })
    assert.strictEqual(yield* tagOf(byKey("ann")(again)), "ConflictError")
    const [one] = yield* stored()
    assert.deepEqual(
      one?.labels.map(({ labels: given, reviewer }) => [reviewer, given]),
      [
        ["ann", { urgent: true }],
        ["ben", { urgent: false }]
      ]
    )
  })

  reviewsTest("that is skipped can be taken all the same; one with labels stays labelled", function* () {
    const { label, list, skip, take } = yield* reviews
    const { lease, review_id } = yield* taken
    yield* skip({ review_id, lease })
    assert.deepEqual(yield* ids, [])
    const second = yield* take({ review_id })
    assert.strictEqual(second.status, "skipped")
    yield* label({ review_id, lease: second.lease, labels })
    const third = yield* byKey("ben")(take({ review_id }))
    yield* byKey("ben")(skip({ review_id, lease: third.lease }))
    assert.lengthOf((yield* list({ status: "labelled" })).reviews, 1)
  })

  reviewsTest.each([
    [{}, "labels: expected at least one label"],
    [{ __proto__: null, toString: true }, "labels: expected names of questions of this review"],
    [{ urgent: "yes" }, "labels: expected true or false for a question of type noul"],
    [{ team: "support" }, 'labels: expected one of "billing", "sales" for a question of type choice'],
    [{ mood: 2 }, "labels: expected a level from 0 to 1 for a question of type score"]
  ] as ReadonlyArray<readonly [{ readonly [name: string]: string | number | boolean }, string]>)(
    "refuses labels that do not fit its questions: %j",
    function* ([wrong, message]) {
      const { label } = yield* reviews
      const error = yield* Effect.flip(label({ ...(yield* taken), labels: wrong }))
      assert.deepEqual([error._tag, error.message], ["InvalidRequestError", message])
    }
  )

  reviewsTest("of another group is not found", function* () {
    const { label, list, skip, take } = yield* reviews
    const { lease, review_id } = yield* taken
    const other = as("other")
    assert.deepEqual((yield* other(list({}))).reviews, [])
    for (const call of [
      take({ review_id }),
      label({ review_id, lease, labels }),
      skip({ review_id, lease })
    ]) {
      assert.strictEqual(yield* tagOf(other(call)), "NotFoundError")
    }
  })

  reviewsTest("comes in pages, newest first, none twice", function* () {
    const { list } = yield* reviews
    for (const requestId of ["0", "1", "2"]) yield* keep([outcome({ requestId })])
    const first = yield* list({ limit: 2 })
    const token = first.next_page_token ?? ""
    const last = yield* list({ limit: 2, page_token: token })
    assert.deepEqual(
      [...first.reviews, ...last.reviews].map(({ request_id }) => request_id),
      ["2", "1", "0"]
    )
    assert.isUndefined(last.next_page_token)
    assert.strictEqual(yield* tagOf(list({ status: "labelled", page_token: token })), "InvalidRequestError")
    assert.strictEqual(yield* tagOf(as("other")(list({ page_token: token }))), "InvalidRequestError")
  })
})
