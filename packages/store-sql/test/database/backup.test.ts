// A backup of a store in use, and its restore.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Sqlite from "../../src/database/sqlite.ts"
import { completeRestore, createKey, layerPepperFile, revokeKeys } from "../../src/index.ts"
import { audited } from "../keys/apiKeysCalls.ts"
import { accepts, directory, file, problem, refuses, silent, store, tables } from "../stores.ts"
import { test } from "../effects.ts"
import { query } from "../query.ts"

/** Restores into a directory that has the pepper. */
const restored = (path: string, from: string) =>
  Sqlite.restore({ filename: file(path), from }, (database, revoked, macs) =>
    Effect.gen(function* () {
      yield* completeRestore(revoked, macs)
      assert.deepEqual(yield* query`PRAGMA auto_vacuum`.values, [[2]])
    }).pipe(
      Effect.provide([
        Sqlite.layer({ filename: database }),
        layerPepperFile({ directory: path, create: false })
      ])
    )
  )

/** A backup in a directory, made after some keys were created; runs `later` on the store afterwards. */
const backedUp = Effect.fnUntraced(function* <A, E, R>(
  count: number,
  later: (
    keys: ReadonlyArray<Effect.Success<ReturnType<typeof createKey>>>,
    to: string,
    path: string
  ) => Effect.Effect<A, E, R>
) {
  const path = yield* directory
  const to = join(path, "backup.sqlite")
  return yield* Effect.gen(function* () {
    const keys = yield* Effect.replicateEffect(createKey(), count)
    yield* Sqlite.backup({ filename: file(path), to })
    return { path, to, keys, result: yield* later(keys, to, path) }
  }).pipe(Effect.provide(tables(path)))
})

const isInUse = (path: string, to: string) =>
  Effect.map(Effect.flip(restored(path, to)), ({ message }) =>
    assert.strictEqual(
      message,
      `The database ${file(path)} is in use: stop the server, or wait for the end of another leadline copy.`
    )
  )

const execute = (filename: string, statements: string) => {
  const database = new DatabaseSync(filename)
  database.exec(statements)
  database.close()
}

const overwrite = (path: string, bytes: number, at: number) => {
  const opened = openSync(path, "r+")
  writeSync(opened, Buffer.alloc(bytes, 0xff), 0, bytes, at)
  closeSync(opened)
}

describe("a backup", () => {
  test.live(
    "of a store that is written meanwhile has every write before it, whole and for its owner only",
    function* () {
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
    }
  )

  test.live("that is no backup is a one-line StoreError, and changes nothing", function* () {
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
    assert.isUndefined(yield* Effect.provide(problem, tables(path)))
  })
})

describe("a restored store", () => {
  test.live(
    "at its own path accepts no key that was revoked after the backup, and keeps the file before",
    function* () {
      const { keys, path, result, to } = yield* backedUp(2, ([, second]) =>
        Effect.gen(function* () {
          const later = yield* createKey()
          yield* revokeKeys({ ids: [second?.id ?? "", later.id] })
          return later
        })
      )
      const [before, gone] = keys
      if (before === undefined || gone === undefined) return assert.fail()
      const { kept = "", revoked } = yield* restored(path, to)
      assert.sameMembers([...revoked], [gone.id, result.id])
      assert.isTrue(existsSync(kept))
      yield* Effect.gen(function* () {
        yield* accepts(before.key)
        yield* refuses(gone.key)
        yield* refuses(result.key)
      }).pipe(Effect.provide(store(path)))
      assert.isUndefined(yield* Effect.provide(problem, tables(path)))
      assert.include((yield* Effect.provide(audited, tables(path))).join(), "restore ")
    }
  )

  const damages: ReadonlyArray<readonly [where: string, damage: (path: string) => void]> = [
    ["at its start", (path) => overwrite(path, 4096, 0)],
    ["by a lost end", (path) => truncateSync(path, 8192)]
  ]
  it.live.each(damages)(
    "replaces a database damaged %s, which is moved aside, once it is not in use",
    ([_where, damage]) =>
      Effect.gen(function* () {
        const { keys, path, to } = yield* backedUp(1, (_keys, backup, at) =>
          Effect.suspend(() => (damage(file(at)), isInUse(at, backup)))
        )
        damage(file(path))
        writeFileSync(`${file(path)}-wal`, "")
        const { isDamaged, kept = "", revoked } = yield* restored(path, to)
        assert.deepEqual([isDamaged, revoked], [true, []])
        assert.match(kept, /leadline\.db\.damaged-\d{8}T\d{6}Z$/)
        assert.isTrue(existsSync(kept))
        assert.isFalse(existsSync(`${file(path)}-wal`))
        yield* Effect.provide(accepts(keys[0]?.key ?? assert.fail()), store(path))
      })
  )

  test.live("keeps the revocations that can be read in a damaged database", function* () {
    const { keys, path, result, to } = yield* backedUp(1, (made) =>
      Effect.gen(function* () {
        yield* revokeKeys({ ids: made.map(({ id }) => id) })
        return yield* query`SELECT rootpage FROM sqlite_schema WHERE name = 'skill'`.values
      })
    )
    const [key = assert.fail()] = keys
    overwrite(file(path), 4096, (Number(result[0]?.[0]) - 1) * 4096)
    const { isDamaged, revoked } = yield* restored(path, to)
    assert.deepEqual([isDamaged, revoked], [true, [key.id]])
    yield* Effect.provide(refuses(key.key), store(path))
  })

  test.live(
    "refuses keys that SQL changed in the backup, and keys that SQL un-revoked in the one before",
    function* () {
      const { keys, path, to } = yield* backedUp(2, ([, second]) => revokeKeys({ ids: [second?.id ?? ""] }))
      const [changed = assert.fail(), gone = assert.fail()] = keys
      execute(to, `UPDATE api_key SET rights = 'chat', row_mac = NULL WHERE id = '${changed.id}'`)
      execute(file(path), `UPDATE api_key SET revoked_at = NULL`)
      assert.deepEqual((yield* restored(path, to)).revoked, [gone.id])
      yield* Effect.andThen(refuses(changed.key), refuses(gone.key)).pipe(
        Effect.provide([store(path), silent])
      )
      const found = yield* Effect.provide(problem, tables(path))
      assert.deepEqual(found, { key: changed.id, reason: "altered" })
    }
  )
})
