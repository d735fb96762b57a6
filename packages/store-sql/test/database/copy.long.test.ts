// A store that is copied to another database: complete, also after an interruption, and refused until then.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@leadline/core/skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import * as Sqlite from "../../src/database/sqlite.ts"
import {
  copyStore,
  createGroup,
  createKey,
  heartbeat,
  layerAsyncChat,
  layerPepperFile,
  layerSkills,
  listGroups,
  revokeKeys,
  setGroup
} from "../../src/index.ts"
import { create } from "../async-chat/scriptedChat.ts"
import { bundle } from "../skills/skillStore.ts"
import { accepts, database, directory, file, postgresUrl, problem, store, test } from "../stores.ts"

/** A store of SQLite with something of everything, and the client of its file. */
const makeSource = Effect.gen(function* () {
  const path = yield* directory
  const opened = Layer.merge(Sqlite.layer({ filename: file(path) }), layerPepperFile({ directory: path }))
  const services = yield* Layer.build(
    Layer.fresh(Layer.merge(layerSkills(), layerAsyncChat).pipe(Layer.provideMerge(opened)))
  )
  const key = yield* Effect.gen(function* () {
    const made = yield* createKey()
    const revoked = yield* createKey({ group: "acme", createGroup: true })
    yield* revokeKeys({ ids: [revoked.id] })
    yield* setGroup("acme", { budget_usd: 0.5, max_keys: 7 })
    yield* createGroup("empty")
    const skills = yield* Skills
    const { revision, skill_id } = yield* skills.create({ file: yield* bundle("one", 1_000_000) })
    yield* skills.update({ skill_id, expected_revision: revision, file: yield* bundle("two", 10) })
    yield* Effect.forEach(Array.from({ length: 450 }), (_, at) => create(`n${at}`), { discard: true })
    return made.key
  }).pipe(Effect.provide(services))
  return { path, key, services, from: Context.get(services, SqlClient.SqlClient) }
})

const openTarget = (path: string) =>
  Effect.map(Layer.build(Layer.fresh(database(path, { acceptUnfinishedCopy: true }))), (services) =>
    Context.get(services, SqlClient.SqlClient)
  )

/** An empty directory with the pepper of a source, and the client of its database. */
const makeTarget = Effect.fnUntraced(function* (source: string) {
  const path = yield* directory
  copyFileSync(join(source, "pepper"), join(path, "pepper"))
  return { path, to: yield* openTarget(path) }
})

describe("a copied store", () => {
  test.live("has all that the other one has, when it was interrupted, too", function* () {
    const source = yield* makeSource
    const { path, to } = yield* makeTarget(source.path)
    const interrupted = copyStore({
      ...source,
      to,
      onProgress: ({ copied, table }) =>
        table === "async_chat" && copied > 100 ? Effect.die("interrupted") : Effect.void
    })
    assert.strictEqual((yield* Effect.exit(interrupted))._tag, "Failure")
    const steps: Array<string> = []
    const onProgress = ({ copied, table }: { readonly copied: number; readonly table: string }) =>
      Effect.sync(() => void steps.push(`${table} ${copied}`))
    assert.strictEqual(yield* copyStore({ ...source, to, onProgress }), "copied")
    assert.notInclude(steps, "async_chat 100")
    assert.strictEqual(steps.at(-1), "async_chat 450")
    assert.strictEqual(yield* copyStore({ ...source, to }), "equal")
    yield* Effect.gen(function* () {
      yield* accepts(source.key)
      assert.isUndefined(yield* problem)
      const before = yield* Effect.provideService(listGroups, SqlClient.SqlClient, source.from)
      assert.deepEqual(yield* listGroups, before)
      yield* createKey()
      assert.isUndefined(yield* problem)
    }).pipe(Effect.provide(store(path)))
    const again = yield* Effect.flip(copyStore({ ...source, to }))
    assert.match(again.message, /is a store already, and differs in \w+: name an empty one/)
  })

  test.live("is not gone on with after the other one has changed", function* () {
    const source = yield* makeSource
    const { to } = yield* makeTarget(source.path)
    const add = Effect.orDie(Effect.provide(createKey(), source.services))
    const changed = copyStore({
      ...source,
      to,
      onProgress: ({ copied, table, total }) =>
        table === "audit_event" && copied === total ? add : Effect.void
    })
    for (const copy of [changed, copyStore({ ...source, to })])
      assert.match(
        (yield* Effect.flip(copy)).message,
        /^The store to copy from has changed since the copy began/
      )
  })

  it.live.skipIf(postgresUrl === undefined)(
    "is not made of a PostgreSQL whose servers run, nor of two copies at once",
    () =>
      Effect.gen(function* () {
        const source = yield* makeSource
        const { path, to } = yield* makeTarget(source.path)
        const both = copyStore({ ...source, to: yield* openTarget(path) })
        let message = ""
        yield* copyStore({
          ...source,
          to,
          onProgress: () =>
            Effect.map(Effect.orDie(Effect.flip(both)), (error) => void (message = error.message))
        })
        assert.strictEqual(message, "Another copy into this database runs: wait for its end.")
        const third = yield* makeTarget(source.path)
        const back = copyStore({ from: to, to: third.to })
        yield* Effect.provideService(heartbeat, SqlClient.SqlClient, to)
        // As if it were written later: the copy may take as long as it needs.
        yield* to`UPDATE store_state SET written_at = written_at + 3600000`
        assert.match(
          (yield* Effect.flip(back)).message,
          /^The database to copy from was written .* seconds ago: stop its/
        )
        yield* to`UPDATE store_state SET written_at = written_at - 3631000`
        assert.strictEqual(yield* back, "copied")
      })
  )
})
