// A store that is copied to another database: complete, also after an interruption, and never into a store in use.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import {
  copyStore,
  createGroup,
  createKey,
  layerAsyncChat,
  layerPepperFile,
  layerSkills,
  listGroups,
  revokeKeys,
  setGroup,
  verifyAudit
} from "../../src/index.ts"
import { copiedTables } from "../../src/database/copy.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { create } from "../async-chat/scriptedChat.ts"
import { bundle } from "../skills/skillStore.ts"
import { check, database, directory, file, store } from "../stores.ts"

const fill = Effect.gen(function* () {
  const { key } = yield* createKey()
  const revoked = yield* createKey({ group: "acme", createGroup: true })
  yield* revokeKeys({ ids: [revoked.id] })
  yield* setGroup("acme", { budget_usd: 0.5, max_keys: 7 })
  yield* createGroup("empty")
  const skills = yield* Skills
  const { revision, skill_id } = yield* skills.create({ file: yield* bundle("one", 1_000_000) })
  yield* skills.update({ skill_id, expected_revision: revision, file: yield* bundle("two", 10) })
  yield* Effect.forEach(Array.from({ length: 450 }), (_, at) => create(`n${at}`), { discard: true })
  return key
})

/** A store of SQLite with something of everything, and the client of its file. */
const makeSource = Effect.gen(function* () {
  const path = yield* directory
  const tables = Layer.merge(Sqlite.layer({ filename: file(path) }), layerPepperFile({ directory: path }))
  const services = yield* Layer.build(
    Layer.fresh(Layer.merge(layerSkills(), layerAsyncChat).pipe(Layer.provideMerge(tables)))
  )
  const key = yield* Effect.provide(fill, services)
  return { path, key, from: Context.get(services, SqlClient.SqlClient) }
})

describe("a copied store", () => {
  it.live("has all that the other one has, when it was interrupted, too", () =>
    Effect.gen(function* () {
      const source = yield* makeSource
      const path = yield* directory
      copyFileSync(join(source.path, "pepper"), join(path, "pepper"))
      const target = yield* Layer.build(Layer.fresh(database(path)))
      const to = Context.get(target, SqlClient.SqlClient)
      const interrupted = yield* Effect.exit(
        copyStore({
          ...source,
          to,
          onProgress: ({ copied, table }) =>
            table === "async_chat" && copied > 100 ? Effect.die("interrupted") : Effect.void
        })
      )
      assert.strictEqual(interrupted._tag, "Failure")
      const steps: Array<string> = []
      yield* copyStore({
        ...source,
        to,
        onProgress: ({ copied, table, total }) =>
          Effect.sync(() => void steps.push(`${table} ${copied}/${total}`))
      })
      assert.notInclude(steps.join(), "async_chat 100/450")
      assert.strictEqual(steps.at(-1), "async_chat 450/450")
      yield* Effect.gen(function* () {
        assert.isObject(yield* check(source.key))
        assert.isUndefined((yield* verifyAudit()).problem)
        const before = yield* Effect.provideService(listGroups, SqlClient.SqlClient, source.from)
        assert.deepEqual(yield* listGroups, before)
        yield* createKey()
        assert.isUndefined((yield* verifyAudit()).problem)
      }).pipe(Effect.provide(store(path)))
      const again = yield* Effect.flip(copyStore({ ...source, to }))
      assert.match(again.message, /is a store already/)
    })
  )

  it.effect("has all tables, but that of the migrations and those of one node", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`
      const own = /^(?:sqlite_.*|migration)$/
      assert.sameMembers(
        rows.map(({ name }) => name).filter((name) => !own.test(name)),
        [...copiedTables]
      )
    }).pipe(Effect.provide(Sqlite.layer({ filename: ":memory:" })))
  )
})
