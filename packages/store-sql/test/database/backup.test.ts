// A backup of a store in use, and its restore.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as SqlClient from "effect/sql/SqlClient"
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Sqlite from "../../src/database/sqlite.ts"
import { completeRestore, createKey, layerPepperFile, type Pepper, revokeKeys } from "../../src/index.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { accepts, directory, file, problem, query, refuses, silent, store, tables, test } from "../stores.ts"

/** Restores into a directory that has the pepper. */
const restored = (path: string, from = join(path, "backup.sqlite")) =>
  Sqlite.restore({ filename: file(path), from }, (database, revoked) =>
    completeRestore(revoked).pipe(
      Effect.provide([
        Sqlite.layer({ filename: database }),
        layerPepperFile({ directory: path, create: false })
      ])
    )
  )

/** A directory with a backup, made after two keys were created; runs `later` on the store afterwards. */
const backedUp = Effect.fnUntraced(function* <E = never>(
  later: (path: string, second: string) => Effect.Effect<unknown, E, SqlClient.SqlClient | Pepper> = () =>
    Effect.void
) {
  const path = yield* directory
  return yield* Effect.gen(function* () {
    const [first, second] = [yield* createKey(), yield* createKey()]
    yield* Sqlite.backup({ filename: file(path), to: join(path, "backup.sqlite") })
    yield* later(path, second.id)
    return { path, first, second }
  }).pipe(Effect.provide(tables(path)))
})

const execute = (filename: string, statement: string) => {
  const database = new DatabaseSync(filename)
  database.exec(statement)
  database.close()
}

const overwrite = (path: string, page: number) => {
  const opened = openSync(path, "r+")
  writeSync(opened, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096)
  closeSync(opened)
}

describe("a backup", () => {
  test.live("of a store in use has every write before it, for its owner only", function* () {
    const path = yield* directory
    const to = join(path, "backup.sqlite")
    yield* Effect.gen(function* () {
      const made: Array<string> = []
      const more = Effect.map(createKey(), ({ id }) => made.push(id))
      const writer = yield* Effect.forkChild(Effect.forever(more))
      while (made.length < 20) yield* Effect.yieldNow
      const before = [...made]
      assert.strictEqual(yield* Sqlite.backup({ filename: file(path), to }), statSync(to).size)
      yield* Fiber.interrupt(writer)
      const copy = new DatabaseSync(to, { readOnly: true })
      const rows = copy.prepare("SELECT id FROM api_key").all()
      copy.close()
      assert.includeMembers(
        rows.map(({ id }) => id),
        before
      )
    }).pipe(Effect.provide(tables(path)))
    assert.strictEqual(statSync(to).mode & 0o777, 0o600)
    const again = yield* Effect.flip(Sqlite.backup({ filename: file(path), to }))
    assert.strictEqual(again.message, `The file ${to} exists already.`)
    assert.deepEqual(readdirSync(path).toSorted(), ["backup.sqlite", "leadline.db", "pepper"])
  })

  test.live("that is none is a one-line StoreError, and changes nothing", function* () {
    const { first, path } = yield* backedUp()
    const from = join(path, "other")
    writeFileSync(from, "Not a database.\n".repeat(64))
    const before = readdirSync(path)
    for (const given of [from, join(path, "missing")]) {
      const { message } = yield* Effect.flip(restored(path, given))
      assert.match(message, /^The backup .* (?:cannot be used: .*|does not exist)\.$/)
    }
    assert.deepEqual(readdirSync(path), before)
    yield* Effect.provide(accepts(first.key), store(path))
  })
})

describe("a restored store", () => {
  test.live("replaces a damaged database, which is moved aside, once it is not in use", function* () {
    const { first, path } = yield* backedUp((at) =>
      Effect.gen(function* () {
        overwrite(file(at), 0)
        const { message } = yield* Effect.flip(restored(at))
        assert.match(message, /^The database .* is in use: stop the server, or wait/)
      })
    )
    overwrite(file(path), 0)
    writeFileSync(`${file(path)}-wal`, "")
    const { isDamaged, kept = "", revoked } = yield* restored(path)
    assert.deepEqual([isDamaged, revoked], [true, []])
    assert.match(kept, /leadline\.db\.damaged-\d{8}T\d{6}Z$/)
    assert.isTrue(existsSync(kept))
    assert.isFalse(existsSync(`${file(path)}-wal`))
    yield* Effect.provide(accepts(first.key), store(path))
  })

  test.live("keeps the revocations that can be read in a damaged database", function* () {
    const page = query`SELECT rootpage - 1 FROM sqlite_schema WHERE name = 'skill'`.values
    const { path, second } = yield* backedUp((_, id) => revokeKeys({ ids: [id] }))
    const [[at] = []] = yield* Effect.provide(page, tables(path))
    overwrite(file(path), Number(at))
    const { isDamaged, revoked } = yield* restored(path)
    assert.deepEqual([isDamaged, revoked], [true, [second.id]])
    yield* Effect.provide(refuses(second.key), store(path))
  })

  test.live(
    "refuses keys that SQL changed in the backup, or un-revoked in the file before, which is kept",
    function* () {
      const { first, path, second } = yield* backedUp((_, id) => revokeKeys({ ids: [id] }))
      const change = `UPDATE api_key SET rights = 'chat', row_mac = NULL WHERE id = '${first.id}'`
      execute(join(path, "backup.sqlite"), change)
      execute(file(path), `UPDATE api_key SET revoked_at = NULL`)
      const { kept = "", revoked } = yield* restored(path)
      assert.deepEqual([revoked, existsSync(kept)], [[second.id], true])
      yield* Effect.gen(function* () {
        yield* refuses(first.key)
        yield* refuses(second.key)
        assert.deepEqual(yield* problem, { key: first.id, reason: "altered" })
        assert.include((yield* audited).join(), "restore ")
      }).pipe(Effect.provide([store(path), silent]))
    }
  )
})
