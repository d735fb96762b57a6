// A backup of a store in use, and its restore.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Sqlite from "../../src/database/sqlite.ts"
import {
  completeRestore,
  createKey,
  layerPepperFile,
  listAudit,
  revokeKeys,
  verifyAudit
} from "../../src/index.ts"
import { check, directory, file, store, tables } from "../stores.ts"

const stateOf = (path: string) =>
  Effect.gen(function* () {
    const { problem } = yield* verifyAudit()
    const actions = (yield* listAudit(1000)).map(({ action }) => action)
    return { problem, actions }
  }).pipe(Effect.provide(tables(path)))

/** Restores into a directory that has the pepper. */
const restored = (path: string, from: string) =>
  Sqlite.restore({ filename: file(path), from }, (database, revoked, macs) =>
    Effect.gen(function* () {
      yield* completeRestore(revoked, macs)
      const sql = yield* SqlClient.SqlClient
      assert.deepEqual(yield* sql`PRAGMA auto_vacuum`.values, [[2]])
    }).pipe(
      Effect.provide([
        Sqlite.layer({ filename: database }),
        layerPepperFile({ directory: path, create: false })
      ])
    )
  )

describe("a backup", () => {
  it.live(
    "of a store that is written meanwhile has every write before it, whole and for its owner only",
    () =>
      Effect.gen(function* () {
        const path = yield* directory
        const to = join(path, "backup.sqlite")
        yield* Effect.gen(function* () {
          const made: Array<string> = []
          const writer = yield* Effect.forkChild(
            Effect.forever(Effect.map(createKey(), ({ id }) => made.push(id)))
          )
          while (made.length < 20) yield* Effect.sleep(1)
          const before = [...made]
          assert.strictEqual(yield* Sqlite.backup({ filename: file(path), to }), statSync(to).size)
          yield* Fiber.interrupt(writer)
          const copy = new DatabaseSync(to, { readOnly: true })
          const ids = copy
            .prepare("SELECT id FROM api_key")
            .all()
            .map(({ id }) => String(id))
          copy.close()
          assert.includeMembers(ids, before)
        }).pipe(Effect.provide(tables(path)))
        assert.strictEqual(statSync(to).mode & 0o777, 0o600)
        const again = yield* Effect.flip(Sqlite.backup({ filename: file(path), to }))
        assert.strictEqual(again.message, `The file ${to} exists already.`)
        assert.deepEqual(readdirSync(path).toSorted(), ["backup.sqlite", "leadline.db", "pepper"])
      })
  )

  it.live("that is no backup is a one-line StoreError, and changes nothing", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.provide(createKey(), tables(path))
      const from = join(path, "other")
      writeFileSync(from, "Not a database.\n".repeat(64))
      const before = readdirSync(path)
      for (const given of [from, join(path, "missing")]) {
        const { message } = yield* Effect.flip(restored(path, given))
        assert.match(message, /^The backup .* (?:cannot be used: .*|does not exist)\.$/)
      }
      assert.deepEqual(readdirSync(path), before)
      assert.isUndefined((yield* stateOf(path)).problem)
    })
  )
})

describe("a restored store", () => {
  it.live("at another path has the keys of the backup, none of them revoked before", () =>
    Effect.gen(function* () {
      const [path, other] = [yield* directory, yield* directory]
      const to = join(other, "backup.sqlite")
      const [kept, gone] = yield* Effect.gen(function* () {
        const keys = [yield* createKey(), yield* createKey()] as const
        yield* revokeKeys({ ids: [keys[1].id] })
        yield* Sqlite.backup({ filename: file(path), to })
        return keys
      }).pipe(Effect.provide(tables(path)))
      writeFileSync(join(other, "pepper"), readFileSync(join(path, "pepper")))
      assert.deepEqual(yield* restored(other, to), { revoked: [], kept: undefined, isDamaged: false })
      yield* Effect.gen(function* () {
        assert.isObject(yield* check(kept.key))
        assert.strictEqual(yield* check(gone.key), "AuthenticationError")
      }).pipe(Effect.provide(store(other)))
      const { actions, problem } = yield* stateOf(other)
      assert.isUndefined(problem)
      assert.deepEqual(actions, ["key.create", "key.create", "key.revoke", "restore"])
    })
  )

  it.live("at its own path accepts no key that was revoked after the backup, and keeps the file before", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const to = join(path, "backup.sqlite")
      const keys = yield* Effect.gen(function* () {
        const [kept, gone] = [yield* createKey(), yield* createKey()]
        yield* Sqlite.backup({ filename: file(path), to })
        yield* revokeKeys({ ids: [gone.id] })
        const later = yield* createKey()
        yield* revokeKeys({ ids: [later.id] })
        const { message } = yield* Effect.flip(restored(path, to))
        assert.strictEqual(
          message,
          `The database ${file(path)} is in use: stop the server, or wait for the end of another leadline copy.`
        )
        return { kept, gone, later }
      }).pipe(Effect.provide(tables(path)))
      const { kept = "", revoked } = yield* restored(path, to)
      assert.sameMembers([...revoked], [keys.gone.id, keys.later.id])
      assert.isTrue(existsSync(kept))
      yield* Effect.gen(function* () {
        assert.isObject(yield* check(keys.kept.key))
        assert.strictEqual(yield* check(keys.gone.key), "AuthenticationError")
        assert.strictEqual(yield* check(keys.later.key), "AuthenticationError")
      }).pipe(Effect.provide(store(path)))
      assert.isUndefined((yield* stateOf(path)).problem)
    })
  )

  const damages: ReadonlyArray<readonly [where: string, damage: (path: string) => void]> = [
    ["at its start", (path) => writeSync(openSync(path, "r+"), Buffer.alloc(4096, 0xff), 0, 4096, 0)],
    ["in the middle", (path) => writeSync(openSync(path, "r+"), Buffer.alloc(40_960, 0xff), 0, 40_960, 8192)],
    ["by a lost end", (path) => truncateSync(path, 8192)],
    ["to nothing", (path) => truncateSync(path)]
  ]
  it.live.each(damages)("replaces a database damaged %s, which is moved aside", ([_where, damage]) =>
    Effect.gen(function* () {
      const path = yield* directory
      const to = join(path, "backup.sqlite")
      const key = yield* Effect.gen(function* () {
        const created = yield* createKey()
        yield* Sqlite.backup({ filename: file(path), to })
        return created
      }).pipe(Effect.provide(tables(path)))
      damage(file(path))
      writeFileSync(`${file(path)}-wal`, "")
      const { isDamaged, kept = "", revoked } = yield* restored(path, to)
      assert.deepEqual([isDamaged, revoked], [true, []])
      assert.match(kept, /leadline\.db\.damaged-\d{8}T\d{6}Z$/)
      assert.isTrue(existsSync(kept))
      assert.isFalse(existsSync(`${file(path)}-wal`))
      assert.isObject(yield* Effect.provide(check(key.key), store(path)))
    })
  )

  it.live("keeps the revocations that can be read in a damaged database", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const to = join(path, "backup.sqlite")
      const [key, page] = yield* Effect.gen(function* () {
        const created = yield* createKey()
        yield* Sqlite.backup({ filename: file(path), to })
        yield* revokeKeys({ ids: [created.id] })
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ readonly rootpage: number }>`SELECT rootpage FROM sqlite_schema
          WHERE name = 'skill'`
        return [created, row?.rootpage ?? 0] as const
      }).pipe(Effect.provide(tables(path)))
      writeSync(openSync(file(path), "r+"), Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096)
      const { isDamaged, revoked } = yield* restored(path, to)
      assert.deepEqual([isDamaged, revoked], [true, [key.id]])
      assert.strictEqual(yield* Effect.provide(check(key.key), store(path)), "AuthenticationError")
    })
  )

  it.live.each(damages)("does not replace a database in use that is damaged %s", ([_where, damage]) =>
    Effect.gen(function* () {
      const path = yield* directory
      const to = join(path, "backup.sqlite")
      yield* Effect.gen(function* () {
        yield* createKey()
        yield* Sqlite.backup({ filename: file(path), to })
        damage(file(path))
        const { message } = yield* Effect.flip(restored(path, to))
        assert.strictEqual(
          message,
          `The database ${file(path)} is in use: stop the server, or wait for the end of another leadline copy.`
        )
      }).pipe(Effect.provide(tables(path)))
    })
  )
})
