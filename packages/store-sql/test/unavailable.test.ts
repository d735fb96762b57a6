// A store that fails: what callers get, and what the log says of it.
import { assert, describe } from "@effect/vitest"
import { AsyncChat } from "@leadline/core/async-chat"
import { Skills } from "@leadline/core/skills"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"
import { logFailure, makeToUnavailable } from "../src/database/failures.ts"
import { layerAsyncChat } from "../src/index.ts"
import { create as createChat, get } from "./async-chat/scriptedChat.ts"
import { checked, generate, revoke } from "./keys/apiKeysCalls.ts"
import { bundle, create as createSkill, open, skillsTest } from "./skills/skillStore.ts"
import { collecting, counted, newTables, tagOf, storeTest } from "./stores.ts"
import { test, testOver } from "./effects.ts"
import { query } from "./query.ts"

/** Renames tables, so that statements on them fail. */
const hideTables = (...names: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(names, (name) => sql`ALTER TABLE ${sql(name)} RENAME TO ${sql(`hidden_${name}`)}`)
  )

const areUnavailable = (tags: ReadonlyArray<string>) =>
  assert.deepEqual(
    tags,
    tags.map(() => "UnavailableError")
  )

describe("a store that fails is an UnavailableError", () => {
  storeTest("for each call of keys, which changes nothing", function* () {
    const { auth_token } = yield* generate()
    yield* hideTables("audit_event")
    areUnavailable([yield* tagOf(generate()), yield* tagOf(revoke(auth_token))])
    assert.deepEqual([yield* counted("api_key"), yield* counted("revocation")], [1, 0])
    yield* query`ALTER TABLE hidden_audit_event RENAME TO audit_event`
    assert.isObject(yield* checked(auth_token))
  })

  skillsTest("for each call of skills", function* () {
    const skills = yield* Skills
    const { revision, skill_id } = yield* createSkill("first")
    const { url } = yield* skills.download({ skill_id })
    const file = yield* bundle("second")
    yield* hideTables("skill_file", "skill_revision")
    areUnavailable([
      yield* tagOf(skills.list()),
      yield* tagOf(skills.listRevisions({ skill_id })),
      yield* tagOf(skills.create({ file })),
      yield* tagOf(skills.get({ skill_id })),
      yield* tagOf(skills.update({ skill_id, expected_revision: revision, file })),
      yield* tagOf(skills.delete({ skill_id, expected_revision: revision })),
      yield* tagOf(skills.download({ skill_id })),
      yield* tagOf(open(url))
    ])
  })

  testOver(Layer.provideMerge(layerAsyncChat, newTables))("for each call of async chats", function* () {
    const chats = yield* AsyncChat
    yield* hideTables("async_chat")
    areUnavailable([yield* tagOf(createChat("hello")), yield* tagOf(get("x")), yield* tagOf(chats.list())])
  })
})

describe("the log of a store that fails", () => {
  test("has the reason of what failed in known words", function* () {
    const lines: Array<string> = []
    const cause = Object.assign(new Error("canary"), { code: "ECONNREFUSED" })
    const reason = new ConnectionError({ message: "PgConnection: Failed to connect", cause })
    const logged = logFailure("The store could not be maintained", Cause.fail(new SqlError({ reason })))
    yield* Effect.provide(logged, collecting(lines))
    assert.match(lines.join(), /^The store could not be maintained: nothing listens on its host and port/)
  })

  test("has each reason every ten seconds, however many requests fail", function* () {
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
