// Quotas of groups: at the limit, one beyond, and what gives room again. The sums are those of the rows.
import { assert, describe } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { finish } from "../../src/async-chat/table.ts"
import {
  cancelAsyncChats,
  deleteAsyncChats,
  layerAsyncChat,
  layerSkills,
  listAsyncChats,
  listAudit,
  listGroups,
  setGroup
} from "../../src/index.ts"
import { about, create as createChat, get } from "../async-chat/scriptedChat.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { bundle } from "../skills/skillStore.ts"
import { newTables, query, testOver } from "../stores.ts"

const storeTest = testOver(Layer.mergeAll(layerSkills(), layerAsyncChat).pipe(Layer.provideMerge(newTables)))

const used = Effect.map(listGroups, ([group]) => group?.used ?? assert.fail("no group"))

const requestBytes = JSON.stringify(about("hello").request).length

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
    for (const result of results)
      if (Result.isFailure(result)) assert.strictEqual(result.failure._tag, "ConflictError")
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
