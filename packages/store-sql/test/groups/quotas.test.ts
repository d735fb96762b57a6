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
import { bundle, create as createSkill } from "../skills/skillStore.ts"
import { newTables } from "../stores.ts"
import { testOver } from "../effects.ts"
import { query } from "../query.ts"

const newStore = Layer.mergeAll(layerSkills(), layerAsyncChat).pipe(Layer.provideMerge(newTables))

const storeTest = testOver(newStore)

const used = Effect.map(listGroups, ([group]) => group?.used ?? assert.fail("no group"))

const request = JSON.stringify(about("hello").request)

describe("a quota of skills", () => {
  storeTest("refuses the skill beyond it with a 409 that names it, until one is deleted", function* () {
    const skills = yield* Skills
    yield* setGroup("default", { max_skills: 2 })
    const first = yield* createSkill("a")
    yield* createSkill("b")
    const refused = yield* Effect.flip(createSkill("c"))
    assert.deepInclude(refused, {
      _tag: "ConflictError",
      message: "The group has reached its limit of 2 skills. Deleting skills gives room at once."
    })
    yield* skills.delete({ skill_id: first.skill_id, expected_revision: first.revision })
    yield* createSkill("c")
    assert.deepInclude(yield* used, { skills: 2, revisions: 2 })
  })

  storeTest("counts revisions and bytes, to the last one", function* () {
    const skills = yield* Skills
    const file = yield* bundle("a")
    const { revision, skill_id } = yield* skills.create({ file })
    yield* setGroup("default", { max_stored_bytes: 2 * file.length, max_revisions: 2 })
    const update = (expected_revision: string) => skills.update({ skill_id, expected_revision, file })
    const second = yield* update(revision)
    assert.deepInclude(yield* used, { skills: 1, revisions: 2, stored_bytes: 2 * file.length })
    assert.match((yield* Effect.flip(update(second.revision))).message, /its limit of 2 skill revisions/)
    yield* setGroup("default", { max_revisions: null })
    assert.include(
      (yield* Effect.flip(update(second.revision))).message,
      `${2 * file.length} are used, and this needs ${file.length}`
    )
    yield* skills.delete({ skill_id, expected_revision: second.revision })
    assert.deepInclude(yield* used, { skills: 0, revisions: 0, stored_bytes: 0 })
  })
})

storeTest(
  "a quota of stored bytes is passed by none of many uploads at once, whatever they are of",
  function* () {
    const skills = yield* Skills
    const file = yield* bundle("a", 1000)
    const { revision, skill_id } = yield* skills.create({ file })
    yield* setGroup("default", { max_stored_bytes: 4 * file.length - 1 })
    const upload = (at: number) =>
      at === 0 ? skills.update({ skill_id, expected_revision: revision, file }) : skills.create({ file })
    const results = yield* Effect.forEach(
      Array.from({ length: 8 }, (_, at) => at),
      (at) => Effect.result(upload(at)),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(results.filter(Result.isSuccess), 2)
    for (const result of results) {
      if (Result.isFailure(result)) assert.strictEqual(result.failure._tag, "ConflictError")
    }
    assert.strictEqual((yield* used).stored_bytes, 3 * file.length)
  }
)

describe("a quota of async chats", () => {
  storeTest("refuses the queued chat beyond it with a 429, but not one that is known already", function* () {
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
    assert.deepInclude(yield* used, {
      queued_chats: 0,
      kept_chats: 1,
      stored_bytes: request.length + 2
    })
    yield* createChat("hello")
  })
})

describe("an operator", () => {
  storeTest("leaves an async chat as it is that is answered while it is cancelled", function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = yield* createChat("hello")
    let isChosen = false
    // What a worker on another connection of a PostgreSQL does between the choice and the change.
    const cancel = Effect.provideService(
      cancelAsyncChats({ ids: [id] }),
      Statement.CurrentTransformer,
      (one) => {
        const [text] = one.compile()
        if (isChosen || !text.includes("UPDATE async_chat")) return Effect.succeed(one)
        isChosen = true
        const answered = sql`UPDATE async_chat SET status = 'COMPLETED', response = '{}' WHERE id = ${id}`
        return Effect.as(
          Effect.orDie(Effect.provideService(answered, Statement.CurrentTransformer, undefined)),
          one
        )
      }
    )
    assert.strictEqual(yield* cancel, 0)
    assert.isTrue(isChosen)
    const [row] = yield* query`SELECT status, error_message FROM async_chat WHERE id = ${id}`
    assert.deepEqual(row, { status: "COMPLETED", error_message: null })
    assert.isEmpty(yield* listAudit(10))
  })

  storeTest("lists, cancels and deletes async chats, of a group or by id, each change audited", function* () {
    const { id: first } = yield* createChat("hello")
    yield* Effect.replicateEffect(createChat("hello"), 44)
    assert.lengthOf(yield* listAsyncChats({ group: "default", queued: true, last: 100 }), 45)
    assert.isTrue((yield* Effect.flip(cancelAsyncChats({ group: "other" }))).isMissing)
    assert.match((yield* Effect.flip(deleteAsyncChats({ ids: [first, "unknown"] }))).message, /unknown/)
    assert.strictEqual(yield* cancelAsyncChats({ ids: [first] }), 1)
    assert.deepInclude(yield* get(first), {
      status: "FAILED",
      error_message: "The operator cancelled this request."
    })
    assert.strictEqual(yield* cancelAsyncChats({ ids: [first] }), 0)
    assert.strictEqual(yield* deleteAsyncChats({ group: "default" }), 45)
    assert.deepInclude(yield* used, { queued_chats: 0, kept_chats: 0, stored_bytes: 0 })
    assert.strictEqual((yield* Effect.flip(deleteAsyncChats({})))._tag, "StoreError")
    assert.deepEqual(
      yield* audited,
      ["cancelled 1", "deleted 45"].map((done) => `config.change default async chats ${done}`)
    )
  })
})
