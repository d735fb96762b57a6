// A store that fails: what callers get, and what the log says of it.
import { assert, describe } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { makeToUnavailable } from "../src/database/failures.ts"
import { layerAsyncChat, layerSkills } from "../src/index.ts"
import { create as createChat } from "./async-chat/scriptedChat.ts"
import { checked, generate, revoke } from "./keys/apiKeysCalls.ts"
import { bundle, create as createSkill, open } from "./skills/skillStore.ts"
import { collecting, counted, newStore, newTables, query, tagOf, test, testOver } from "./stores.ts"

const everything = Layer.provideMerge(Layer.merge(layerSkills(), layerAsyncChat), newStore)

describe("a store that fails", () => {
  testOver(everything)("is an UnavailableError, and nothing is half done", function* () {
    const sql = yield* SqlClient.SqlClient
    const skills = yield* Skills
    const { auth_token } = yield* generate()
    const { revision, skill_id } = yield* createSkill("first")
    const { url } = yield* skills.download({ skill_id })
    const file = yield* bundle("second")
    const hidden = ["audit_event", "skill_file", "skill_revision", "async_chat"]
    for (const name of hidden) yield* sql`ALTER TABLE ${sql(name)} RENAME TO ${sql(`hidden_${name}`)}`
    const tags = [
      yield* tagOf(generate()),
      yield* tagOf(revoke(auth_token)),
      yield* tagOf(skills.create({ file })),
      yield* tagOf(skills.update({ skill_id, expected_revision: revision, file })),
      yield* tagOf(skills.delete({ skill_id, expected_revision: revision })),
      yield* tagOf(open(url)),
      yield* tagOf(createChat("hello"))
    ]
    assert.deepEqual(tags, Array<string>(tags.length).fill("UnavailableError"))
    for (const name of hidden) yield* sql`ALTER TABLE ${sql(`hidden_${name}`)} RENAME TO ${sql(name)}`
    assert.isObject(yield* checked(auth_token))
    const counts = yield* Effect.forEach(["api_key", "revocation", "skill", "async_chat"], counted)
    assert.deepEqual(counts, [1, 0, 1, 0])
    assert.strictEqual((yield* skills.get({ skill_id })).revision, revision)
  })

  test("is logged with each reason every ten seconds, however many requests fail", function* () {
    const lines: Array<string> = []
    yield* Effect.gen(function* () {
      const orUnavailable = yield* makeToUnavailable("key")
      const failing = Effect.flip(orUnavailable(query`SELECT * FROM nowhere`))
      for (let request = 0; request < 5; request++)
        assert.strictEqual((yield* failing)._tag, "UnavailableError")
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /^The database failed a request of the key store: /)
      yield* TestClock.adjust("10 seconds")
      yield* failing
      assert.lengthOf(lines, 2)
    }).pipe(Effect.provide([newTables, collecting(lines)]))
  })
})
