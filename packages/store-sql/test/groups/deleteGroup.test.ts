// Deleting a group: what goes, what stays, and that a group of the same id starts empty.
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
import { bundle, create as createSkill } from "../skills/skillStore.ts"
import { accepts, check, newStore as newKeys, problem, refuses, silent, tagOf } from "../stores.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

const newStore = Layer.mergeAll(layerSkills(), layerAsyncChat).pipe(
  Layer.provideMerge(newKeys),
  Layer.provideMerge(silent)
)

const storeTest = testOver(newStore)

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
  const month = monthOf(0)
  const sums = { requests: 1, input_tokens: 2, output_tokens: 3, cost_usd: 0.5 }
  yield* sql`INSERT INTO group_spend ${sql.insert({ group_id: group, month, operation: "chat.create", ...sums })}`
  yield* setGroup(group, { budget_usd: 5, max_skills: 1 })
  return keys
})

/** Tables with rows of a group: `deleteGroup` deletes them, but for keys, which it revokes, and sums, which stay. */
const tablesOfGroups = ["api_key", "async_chat", "group_spend", "policy", "policy_audit", "review", "skill"]

describe("a deleted group", () => {
  storeTest(
    "has no valid key, skill or async chat any more; its usage and audit stay, others are untouched",
    function* () {
      const [first, second] = yield* fill("acme")
      const [kept] = yield* fill("other")
      const gone = { id: "acme", keys: 2, skills: 1, async_chats: 2, reviews: 0 }
      assert.deepEqual(yield* deleteGroup("acme"), gone)
      for (const { key } of [first, second]) yield* refuses(key)
      yield* accepts(kept.key)
      const [, other, ...more] = yield* listGroups
      assert.isEmpty(more)
      assert.deepInclude(other?.used, { skills: 1, queued_chats: 2 })
      const usage = yield* listUsage({ group: "acme" })
      assert.deepEqual(
        usage.map(({ cost_usd }) => cost_usd),
        [0.5]
      )
      assert.lengthOf(yield* listUsage(), 2)
      const keys = (yield* listKeys()).filter(({ state }) => state === "revoked")
      assert.sameMembers(
        keys.map(({ id }) => id),
        [first.id, second.id]
      )
      assert.strictEqual((yield* audited).at(-1), "group.change acme deleted")
      assert.isUndefined(yield* problem)
      assert.isTrue((yield* Effect.flip(deleteGroup("acme"))).isMissing)
    }
  )

  storeTest("leaves no table out: one that is new belongs into deleteGroup and into this list", function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql.onDialectOrElse({
      pg: () => sql<{ readonly name: string }>`SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'group_id'`,
      orElse: () => sql<{ readonly name: string }>`SELECT m.name FROM sqlite_master m
        JOIN pragma_table_info(m.name) i WHERE m.type = 'table' AND i.name = 'group_id'`
    })
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), tablesOfGroups)
  })

  storeTest("gives its id to a new one, which starts empty", function* () {
    const [{ key: before }] = yield* fill("acme")
    yield* deleteGroup("acme")
    const { id, key } = yield* createKey({ group: "acme", createGroup: true })
    assert.deepEqual(yield* check(key), { group: "acme", key: id })
    yield* refuses(before)
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

  storeTest("takes nothing of a request that was admitted before", function* () {
    const [{ id }] = yield* fill("acme")
    const admitted = Effect.provideService(Caller, { group: "acme", key: id })
    for (const end of [disableGroup("acme"), deleteGroup("acme")]) {
      yield* end
      assert.strictEqual(yield* tagOf(createSkill("late")).pipe(admitted), "AuthenticationError")
      assert.strictEqual(yield* tagOf(createChat("late")).pipe(admitted), "AuthenticationError")
    }
  })

  storeTest("is never the default group", function* () {
    const { key } = yield* createKey()
    assert.match((yield* Effect.flip(deleteGroup("default"))).message, /^The group default cannot be deleted/)
    yield* accepts(key)
  })

  storeTest("is removed about 8 MB at a time, and stays disabled if a step fails", function* () {
    yield* createGroup("acme")
    const file = yield* bundle("ballast", 3_000_000)
    const caller = Effect.provideService(Caller, { group: "acme", key: "k" })
    yield* Skills.use((skills) => skills.create({ file })).pipe(caller)
    const text = "x".repeat(3_000_000)
    for (let index = 0; index < 5; index++) yield* createChat(`${index} ${text}`).pipe(caller)
    yield* query`ALTER TABLE skill_file RENAME TO away`
    assert.strictEqual((yield* Effect.flip(deleteGroup("acme")))._tag, "StoreError")
    yield* query`ALTER TABLE away RENAME TO skill_file`
    assert.strictEqual((yield* listGroups)[0]?.state, "disabled")
    const steps = (yield* audited).filter((event) => event.includes("async chats"))
    assert.deepEqual(
      steps,
      [2, 2, 1].map((count) => `config.change acme async chats deleted ${count}`)
    )
    assert.deepInclude(yield* deleteGroup("acme"), { skills: 1, async_chats: 0 })
  })
})
