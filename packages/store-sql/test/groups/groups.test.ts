// Groups by operators: their states and limits, and what goes and what stays when one is deleted.
import { assert, describe } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import {
  createGroup,
  createKey,
  deleteGroup,
  disableGroup,
  enableGroup,
  layerAsyncChat,
  layerSkills,
  listGroups,
  listKeys,
  listUsage,
  setGroup
} from "../../src/index.ts"
import { monthOf } from "../../src/groups/month.ts"
import { create as createChat } from "../async-chat/scriptedChat.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { create as createSkill } from "../skills/skillStore.ts"
import {
  accepted,
  accepts,
  check,
  newStore,
  problem,
  query,
  refuses,
  silent,
  tagOf,
  testOver
} from "../stores.ts"

const storeTest = testOver(
  Layer.mergeAll(layerSkills(), layerAsyncChat).pipe(Layer.provideMerge([newStore, silent]))
)

describe("a group", () => {
  storeTest("has limits that its next request is held to, and null restores the default", function* () {
    const { id, key } = yield* createKey()
    yield* check(key)
    yield* setGroup("default", { requests_per_second: 7 })
    assert.deepEqual(yield* check(key), { group: "default", key: id, requestsPerSecond: 7 })
    yield* setGroup("default", { requests_per_second: 0, tokens_per_minute: 5000, budget_usd: 0 })
    const { reserveBudget: _, spentBudget, ...caller } = yield* accepted(key)
    assert.deepEqual(caller, { group: "default", key: id, requestsPerSecond: 0, tokensPerMinute: 5000 })
    assert.strictEqual(spentBudget?.(), 0)
    yield* setGroup("default", { requests_per_second: null, tokens_per_minute: null, budget_usd: null })
    assert.deepEqual(yield* check(key), { group: "default", key: id })
  })

  storeTest(
    "that is disabled has no valid key until it is enabled, and what is no group or no setting is refused",
    function* () {
      yield* createGroup("acme")
      const [{ key }, other] = [yield* createKey({ group: "acme" }), yield* createKey()]
      yield* accepts(key)
      assert.strictEqual((yield* disableGroup("acme")).state, "disabled")
      yield* refuses(key)
      yield* accepts(other.key)
      assert.strictEqual((yield* enableGroup("acme")).state, "enabled")
      yield* accepts(key)
      for (const failing of [
        createGroup("acme"),
        createGroup("a b"),
        disableGroup("other"),
        setGroup("acme", {}),
        setGroup("acme", { requests_per_second: 2 ** 31 })
      ])
        assert.strictEqual((yield* Effect.flip(failing))._tag, "StoreError")
    }
  )
})

/** A group with two keys, a skill, two async chats and usage; the keys. */
const fill = Effect.fnUntraced(function* (group: string) {
  const sql = yield* SqlClient.SqlClient
  const keys = [
    yield* createKey({ group, createGroup: true }),
    yield* createKey({ group, rights: ["chat"] })
  ] as const
  yield* Effect.gen(function* () {
    yield* createSkill("first")
    yield* createChat("one", { idempotency_key: "same" })
    yield* createChat("two")
  }).pipe(Effect.provideService(Caller, { group, key: keys[0].id }))
  const spent = { requests: 1, input_tokens: 2, output_tokens: 3, cost_usd: 0.5 }
  const row = { group_id: group, month: monthOf(0), operation: "chat.create", ...spent }
  yield* sql`INSERT INTO group_spend ${sql.insert(row)}`
  yield* setGroup(group, { budget_usd: 5, max_skills: 1 })
  return keys
})

describe("a deleted group", () => {
  storeTest("leaves usage and audit, and others alone; a group of its id starts empty", function* () {
    const [first, second] = yield* fill("acme")
    const [kept] = yield* fill("other")
    const gone = { id: "acme", keys: 2, skills: 1, async_chats: 2, reviews: 0 }
    assert.deepEqual(yield* deleteGroup("acme"), gone)
    yield* refuses(second.key)
    yield* accepts(kept.key)
    const [, other, ...more] = yield* listGroups
    assert.isEmpty(more)
    assert.deepInclude(other?.used, { skills: 1, queued_chats: 2 })
    assert.lengthOf(yield* listUsage({ group: "acme" }), 1)
    const revoked = (yield* listKeys()).flatMap(({ id, state }) => (state === "revoked" ? [id] : []))
    assert.sameMembers(revoked, [first.id, second.id])
    assert.strictEqual((yield* audited).at(-1), "group.change acme deleted")
    assert.isTrue((yield* Effect.flip(deleteGroup("acme"))).isMissing)

    const { id, key } = yield* createKey({ group: "acme", createGroup: true })
    assert.deepEqual(yield* check(key), { group: "acme", key: id })
    yield* refuses(first.key)
    const [group] = yield* listGroups
    assert.deepInclude(group?.used, { skills: 0, stored_bytes: 0, kept_chats: 0 })
    assert.deepEqual(new Set(Object.values(group?.settings ?? {})), new Set([null]))
    yield* Effect.gen(function* () {
      assert.deepEqual((yield* Skills.use((skills) => skills.list({}))).skills, [])
      assert.deepEqual((yield* AsyncChat.use((chats) => chats.list({}))).requests, [])
      yield* createChat("other text", { idempotency_key: "same" })
    }).pipe(Effect.provideService(Caller, { group: "acme", key: id }))
    assert.isUndefined(yield* problem)
  })

  storeTest("or a disabled one takes nothing of a request that was admitted before", function* () {
    const [{ id }] = yield* fill("acme")
    for (const end of [disableGroup("acme"), deleteGroup("acme")]) {
      yield* end
      for (const late of [createSkill("late"), createChat("late")]) {
        const tag = tagOf<unknown, { readonly _tag: string }, Skills | AsyncChat>(late)
        const admitted = Effect.provideService(tag, Caller, { group: "acme", key: id })
        assert.strictEqual(yield* admitted, "AuthenticationError")
      }
    }
  })

  storeTest("stays disabled if its removal fails, and is removed by the next one", function* () {
    yield* fill("acme")
    yield* query`ALTER TABLE skill_file RENAME TO away`
    assert.strictEqual((yield* Effect.flip(deleteGroup("acme")))._tag, "StoreError")
    yield* query`ALTER TABLE away RENAME TO skill_file`
    assert.strictEqual((yield* listGroups)[0]?.state, "disabled")
    assert.deepInclude(yield* deleteGroup("acme"), { skills: 1, async_chats: 0 })
  })
})
