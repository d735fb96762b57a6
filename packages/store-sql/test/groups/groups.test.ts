// Groups: their states, limits and quotas, their async chats by operators, and what goes when one is deleted.
import { assert, describe } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authentication"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { finish } from "../../src/async-chat/queries.ts"
import {
  cancelAsyncChats,
  createGroup,
  createKey,
  deleteAsyncChats,
  deleteGroup,
  disableGroup,
  enableGroup,
  layerAsyncChat,
  layerSkills,
  listAsyncChats,
  listAudit,
  listGroups,
  listKeys,
  listUsage,
  setGroup
} from "../../src/index.ts"
import { monthOf } from "../../src/groups/month.ts"
import { about, create as createChat, get } from "../async-chat/scriptedChat.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { bundle, create as createSkill } from "../skills/skillStore.ts"
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

const used = Effect.map(listGroups, ([group]) => group?.used ?? assert.fail("no group"))

const refusal = <A, R>(call: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(call), ({ _tag, message }) => `${_tag}: ${message}`)

describe("a quota", () => {
  storeTest("of skills, revisions and bytes is a 409 that names it", function* () {
    const skills = yield* Skills
    const file = yield* bundle("a")
    const size = file.length
    const { revision, skill_id } = yield* skills.create({ file })
    const update = (expected_revision: string) => skills.update({ skill_id, expected_revision, file })
    yield* setGroup("default", { max_skills: 1, max_stored_bytes: 2 * size, max_revisions: 2 })
    assert.strictEqual(
      yield* refusal(skills.create({ file })),
      "ConflictError: The group has reached its limit of 1 skills. Deleting skills gives room at once."
    )
    const second = yield* update(revision)
    assert.deepInclude(yield* used, { skills: 1, revisions: 2, stored_bytes: 2 * size })
    assert.include(yield* refusal(update(second.revision)), "its limit of 2 skill revisions")
    yield* setGroup("default", { max_revisions: null })
    assert.include(yield* refusal(update(second.revision)), `${2 * size} are used, and this needs ${size}`)
    yield* skills.delete({ skill_id, expected_revision: second.revision })
    assert.deepInclude(yield* used, { skills: 0, revisions: 0, stored_bytes: 0 })
    yield* skills.create({ file })
  })

  storeTest("of stored bytes is passed by none of many uploads at once, whatever they are of", function* () {
    const skills = yield* Skills
    const file = yield* bundle("a", 1000)
    const { revision, skill_id } = yield* skills.create({ file })
    yield* setGroup("default", { max_stored_bytes: 4 * file.length - 1 })
    const uploads = [
      skills.update({ skill_id, expected_revision: revision, file }),
      ...Array.from({ length: 7 }, () => skills.create({ file }))
    ]
    const results = yield* Effect.forEach(uploads, Effect.result, { concurrency: "unbounded" })
    assert.lengthOf(results.filter(Result.isSuccess), 2)
    assert.strictEqual((yield* used).stored_bytes, 3 * file.length)
  })

  storeTest("of queued async chats is a 429, but not for one that is known", function* () {
    yield* setGroup("default", { max_queued_chats: 1 })
    const { id } = yield* createChat("hello", { idempotency_key: "k" })
    assert.deepInclude(yield* Effect.flip(createChat("hello")), {
      _tag: "RateLimitError",
      message: "The group has reached its limit of 1 queued async chats. Wait until some are answered.",
      retryAfter: 10_000
    })
    assert.strictEqual((yield* createChat("hello", { idempotency_key: "k" })).id, id)
    const requestBytes = JSON.stringify(about("hello").request).length
    yield* query`UPDATE async_chat SET status = 'IN_PROGRESS', owner = 'w'`
    assert.strictEqual((yield* used).queued_chats, 1)
    yield* finish({ group_id: "default", id }, "w", { response: "é" })
    assert.deepInclude(yield* used, { queued_chats: 0, kept_chats: 1, stored_bytes: requestBytes + 2 })
    yield* createChat("hello")
  })
})

describe("an operator", () => {
  storeTest("leaves an async chat as it is that is answered while it is cancelled", function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* createChat("hello")
    // What a worker on another connection of a PostgreSQL does between the choice and the change.
    const answered = sql`UPDATE async_chat SET status = 'COMPLETED', response = '{}' WHERE id = ${id}`
    const first = Effect.orDie(Effect.provideService(answered, Statement.CurrentTransformer, undefined))
    const cancel = Effect.provideService(
      cancelAsyncChats({ ids: [id] }),
      Statement.CurrentTransformer,
      (one) => (one.compile()[0].includes("UPDATE async_chat") ? Effect.as(first, one) : Effect.succeed(one))
    )
    assert.strictEqual(yield* cancel, 0)
    const row = yield* query`SELECT status, error_message FROM async_chat`.values
    assert.deepEqual(row, [["COMPLETED", null]])
    assert.isEmpty(yield* listAudit(10))
  })

  storeTest("lists, cancels and deletes async chats, of a group or by id, each change audited", function* () {
    const { id: first } = yield* createChat("hello")
    yield* createChat("hello")
    assert.lengthOf(yield* listAsyncChats({ group: "default", queued: true, last: 100 }), 2)
    assert.isTrue((yield* Effect.flip(cancelAsyncChats({ group: "other" }))).isMissing)
    assert.match((yield* Effect.flip(deleteAsyncChats({ ids: [first, "unknown"] }))).message, /unknown/)
    for (const cancelled of [1, 0]) assert.strictEqual(yield* cancelAsyncChats({ ids: [first] }), cancelled)
    const ended = { status: "FAILED", error_message: "The operator cancelled this request." }
    assert.deepInclude(yield* get(first), ended)
    assert.strictEqual(yield* deleteAsyncChats({ group: "default" }), 2)
    assert.deepInclude(yield* used, { queued_chats: 0, kept_chats: 0, stored_bytes: 0 })
    const changes = ["cancelled 1", "deleted 2"].map((done) => `config.change default async chats ${done}`)
    assert.deepEqual(yield* audited, changes)
  })
})
