// The plans of the queries that run often or list rows: each finds its rows by an index, from the right place on.
import { assert } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import * as Table from "../../src/async-chat/table.ts"
import { createKey, layerAsyncChat, layerSkills, setGroup } from "../../src/index.ts"
import { claim, create as createChat } from "../async-chat/scriptedChat.ts"
import { create as createSkill } from "../skills/skillStore.ts"
import { check, newStore, testOver } from "../stores.ts"

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

const everything = Layer.mergeAll(layerAsyncChat, layerSkills()).pipe(Layer.provideMerge(newStore))

testOver(everything)("keys, pages and the queue are found by indexes, from the right place on", function* () {
  const { key } = yield* createKey()
  yield* setGroup("default", { budget_usd: 1 })
  const { list } = yield* Skills
  for (const name of ["one", "two"]) yield* createSkill(name)
  const { next_page_token } = yield* list({ limit: 1 })
  const keyed = createChat("hello", { idempotency_key: "k" })
  yield* keyed
  const { expire } = yield* makeExpire
  const work = Effect.gen(function* () {
    yield* check(key)
    yield* list({ limit: 1, page_token: next_page_token ?? "" })
    const job = yield* claim("me")
    yield* claim("me")
    const id = job?.id ?? assert.fail()
    yield* Table.renew(id, "me", 1)
    yield* Table.recover
    yield* Table.release(id, "me")
    yield* Table.finish({ group_id: "default", id }, "me", { error_message: "" })
    yield* expire
    yield* keyed
  })
  const plans = yield* plansOf(work)
  for (const plan of plans) assert.notMatch(plan, /^SCAN|TEMP B-TREE/)
  for (const part of ["audit_event_object (object_id=? AND action=?)", "(created_at,skill_id)<(?,?)"])
    assert.include(plans.join("\n"), part)
})
