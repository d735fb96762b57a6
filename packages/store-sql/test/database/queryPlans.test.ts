// The plans of the queries that run often or list rows: each finds its rows by an index, from the right place on.
import { assert } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import * as Table from "../../src/async-chat/table.ts"
import { createKey, layerAsyncChat, setGroup } from "../../src/index.ts"
import { claim, create as createChat } from "../async-chat/scriptedChat.ts"
import { create as createSkill, skillsTest } from "../skills/skillStore.ts"
import { check, newTables, storeTest, testOver } from "../stores.ts"

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

const chatTest = testOver(Layer.provideMerge(layerAsyncChat, newTables))

skillsTest("a page of skills begins at the position of its token, by an index", function* () {
  const { list } = yield* Skills
  yield* createSkill("one")
  yield* createSkill("two")
  const { next_page_token } = yield* list({ limit: 1 })
  const plans = yield* plansOf(list({ limit: 1, page_token: next_page_token ?? "" }))
  assertIndexed(plans)
  assert.include(plans.join("\n"), "(created_at,skill_id)<(?,?)")
})

chatTest("the queue of async chats is served by an index", function* () {
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

storeTest("a verification of a key finds the key, its group and their audit events by indexes", function* () {
  const { key } = yield* createKey()
  yield* setGroup("default", { budget_usd: 1 })
  const plans = yield* plansOf(check(key))
  assertIndexed(plans)
  assert.include(plans.join("\n"), "audit_event_object (object_id=? AND action=?)")
})
