// The plans of the queries that run often or list rows: each finds its rows by an index, from the right place on.
import { assert, describe } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import * as Table from "../../src/async-chat/table.ts"
import { createKey, layerAsyncChat, setGroup } from "../../src/index.ts"
import { claim, create as createChat } from "../async-chat/scriptedChat.ts"
import { expireReviews } from "../../src/reviews/expiry.ts"
import { keep, outcome, reviews, reviewsTest } from "../reviews/reviewStore.ts"
import { bundle, create as createSkill, newSkills, skillsTest } from "../skills/skillStore.ts"
import { check, storeTest } from "../stores.ts"
import { testOver } from "../effects.ts"

/** The plan of each statement that reads a table and that an effect runs; inserts read nothing. */
const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const statements = new Map<string, ReadonlyArray<unknown>>()
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    const [text, params] = statement.compile()
    if (/^\s*(?:SELECT|UPDATE|DELETE)/.test(text)) statements.set(text, params)
    return Effect.succeed(statement)
  })
  const sql = yield* SqlClient.SqlClient
  const plans = yield* Effect.forEach(statements, ([text, params]) =>
    sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
  )
  return plans.flat().map(({ detail }) => detail)
})

const assertIndexed = (plans: ReadonlyArray<string>) => {
  assert.isNotEmpty(plans)
  for (const plan of plans) assert.notMatch(plan, /^SCAN|TEMP B-TREE/)
}

/** The plans of two pages, of which the second begins at a position, by an index. */
const assertPaged = Effect.fnUntraced(function* <A, E, R>(
  page: (token: string) => Effect.Effect<A, E, R>,
  next: (page: A) => string | null | undefined,
  position: string
) {
  const both = Effect.flatMap(page(""), (first) => page(next(first) ?? assert.fail()))
  const plans = yield* plansOf(both)
  assertIndexed(plans)
  assert.include(plans.join("\n"), `(created_at,${position})<(?,?)`)
})

const nextOf = ({ next_page_token }: { readonly next_page_token?: string | null | undefined }) =>
  next_page_token

const chatTest = testOver(Layer.provideMerge(layerAsyncChat, newSkills()))

describe("a page", () => {
  chatTest("of async chats begins at the position of its token", function* () {
    const chat = yield* AsyncChat
    yield* createChat("one")
    yield* createChat("two")
    yield* assertPaged(
      (next_token) => chat.list({ limit: 1, next_token }),
      ({ next_token }) => next_token,
      "id"
    )
  })

  skillsTest("of skills and of revisions begins at the position of its token", function* () {
    const skills = yield* Skills
    yield* createSkill("one")
    const { revision, skill_id } = yield* createSkill("two")
    yield* skills.update({ skill_id, expected_revision: revision, file: yield* bundle("two") })
    yield* assertPaged((page_token) => skills.list({ limit: 1, page_token }), nextOf, "skill_id")
    const revisions = (page_token: string) => skills.listRevisions({ skill_id, limit: 1, page_token })
    yield* assertPaged(revisions, nextOf, "revision")
  })
})

describe("reviews", () => {
  reviewsTest("are kept, listed in pages, taken and expired by indexes", function* () {
    const { list, skip, take } = yield* reviews
    assertIndexed(yield* plansOf(keep([outcome(), outcome()])))
    yield* assertPaged((page_token) => list({ limit: 1, page_token }), nextOf, "id")
    const [one] = (yield* list({})).reviews
    const { review_id } = one ?? assert.fail()
    const work = Effect.flatMap(take({ review_id }), ({ lease }) => skip({ review_id, lease }))
    assertIndexed(yield* plansOf(Effect.andThen(work, expireReviews)))
  })
})

describe("the queue of async chats", () => {
  chatTest("is served by an index", function* () {
    yield* createChat("hello", { idempotency_key: "k" })
    const { expire } = yield* makeExpire
    const work = Effect.gen(function* () {
      const job = yield* claim("me")
      yield* claim("me")
      const id = job?.id ?? assert.fail()
      yield* Table.renew(id, "me", 1)
      yield* Table.recover
      yield* Table.release(id, "me")
      yield* Table.finish({ group_id: "default", id }, "me", { error_message: "" })
      yield* expire
    })
    assertIndexed(yield* plansOf(work))
    assertIndexed(yield* plansOf(createChat("hello", { idempotency_key: "k" })))
  })
})

describe("a verification of a key", () => {
  storeTest("finds the key, its group and their audit events by indexes", function* () {
    const { key } = yield* createKey()
    yield* setGroup("default", { budget_usd: 1 })
    const plans = yield* plansOf(check(key))
    assertIndexed(plans)
    assert.include(plans.join("\n"), "audit_event_object (object_id=? AND action=?)")
  })
})
