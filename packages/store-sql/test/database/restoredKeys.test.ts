// Which keys a restore trusts: those that this program wrote and that nothing says are revoked.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Sqlite from "../../src/database/sqlite.ts"
import { completeRestore, createKey, layerPepperFile, revokeKeys, verifyAudit } from "../../src/index.ts"
import { silent } from "../async-chat/scriptedChat.ts"
import { check, directory, file, store, tables } from "../stores.ts"

const execute = (filename: string, statements: string) => {
  const database = new DatabaseSync(filename)
  database.exec(statements)
  database.close()
}

/** Restores into a directory that has the pepper. */
const restored = (path: string, from: string) =>
  Sqlite.restore({ filename: file(path), from }, (database, revoked, macs) =>
    completeRestore(revoked, macs).pipe(
      Effect.provide([
        Sqlite.layer({ filename: database }),
        layerPepperFile({ directory: path, create: false })
      ])
    )
  )

describe("a restore", () => {
  it.live("refuses keys that SQL changed in the backup, and keys that SQL un-revoked in the one before", () =>
    Effect.gen(function* () {
      const path = yield* directory
      const to = join(path, "backup.sqlite")
      const [changed, gone] = yield* Effect.gen(function* () {
        const keys = [yield* createKey({ rights: ["chat"] }), yield* createKey()] as const
        yield* Sqlite.backup({ filename: file(path), to })
        yield* revokeKeys({ ids: [keys[1].id] })
        return keys
      }).pipe(Effect.provide(tables(path)))
      execute(to, `UPDATE api_key SET rights = NULL, row_mac = NULL WHERE id = '${changed.id}'`)
      execute(file(path), `UPDATE api_key SET revoked_at = NULL`)
      assert.deepEqual((yield* restored(path, to)).revoked, [gone.id])
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* check(changed.key), "AuthenticationError")
        assert.strictEqual(yield* check(gone.key), "AuthenticationError")
      }).pipe(Effect.provide([store(path), silent]))
      assert.deepEqual((yield* Effect.provide(verifyAudit(), tables(path))).problem, {
        key: changed.id,
        reason: "altered"
      })
    })
  )

  it.live("trusts the keys of a backup from before the MACs", () =>
    Effect.gen(function* () {
      const path = yield* directory
      for (const newest of [5, 6]) {
        const from = join(path, `backup-${newest}`)
        execute(
          from,
          `CREATE TABLE migration (migration_id INTEGER); INSERT INTO migration VALUES (${newest})`
        )
        const restore = Sqlite.restore({ filename: join(path, `${newest}`), from }, (_file, _revoked, macs) =>
          Effect.sync(() => assert.strictEqual(macs, newest === 6))
        )
        yield* restore
      }
      const { key } = yield* Effect.provide(createKey(), tables(path))
      execute(file(path), "UPDATE api_key SET row_mac = NULL")
      yield* Effect.provide(completeRestore([], false), tables(path))
      assert.isObject(yield* Effect.provide(check(key), store(path)))
    })
  )
})
