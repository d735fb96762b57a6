// leadline copy between two files of SQLite: finished, interrupted, and of a store in use.
import { copyStore } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory, refusalOf } from "../support/serverProcess.ts"

const open = (filename: string) =>
  Effect.map(Layer.build(Layer.fresh(Sqlite.layer({ filename }))), Context.get(SqlClient.SqlClient))

/** Copies a store until it has its keys. */
const interruptCopy = (from: string, to: string): Promise<void> =>
  Effect.gen(function* () {
    yield* copyStore({
      from: yield* open(from),
      to: yield* open(to),
      onProgress: ({ table }) => (table === "api_key" ? Effect.interrupt : Effect.void)
    })
  }).pipe(Effect.scoped, Effect.exit, Effect.asVoid, Effect.runPromise)

const unfinished =
  "leadline: A copy into this database is not finished: run leadline copy again, or begin with an empty database and drop this one."

/** A data directory with a key, and an empty one with its pepper. */
const directories = async () => {
  const [directory, other] = [emptyDirectory(), emptyDirectory()]
  await leadline(["keys", "create", "--quiet"], { directory })
  copyFileSync(join(directory, "pepper"), join(other, "pepper"))
  const [from, to] = [join(directory, "leadline.sqlite"), join(other, "leadline.sqlite")]
  const copy = () =>
    leadline(["copy", "--to", `sqlite:${to}`], { env: { LEADLINE_COPY_FROM: `sqlite:${from}` } })
  return { copy, from, other, to }
}

it("a file into which a copy is not finished is refused by all but copy", async () => {
  const { copy, from, other, to } = await directories()
  await interruptCopy(from, to)
  for (const command of ["keys list", "migrate", "migrate --check"]) {
    const { error } = await leadline(command.split(" "), { directory: other })
    assert.strictEqual(error, `${unfinished}\n`, command)
  }
  const backup = await leadline(["backup", join(other, "backup.sqlite")], { directory: other })
  assert.match(backup.error, /A copy into this database is not finished: run leadline copy again, /m)
  assert.strictEqual(await refusalOf({ LEADLINE_DATA_DIR: other }), unfinished)
  assert.match((await copy()).error, /^The store is copied, and both databases agree\.$/m)
  assert.match((await copy()).error, /^The store is already copied: nothing was written/m)
  assert.strictEqual((await leadline(["audit", "verify"], { directory: other })).code, 0)
})

it.each(["from", "to"] as const)("a file that another process uses is refused, as --%s", async (side) => {
  const { copy, ...files } = await directories()
  const used = new DatabaseSync(files[side])
  used.exec("PRAGMA journal_mode = WAL")
  used.prepare("SELECT COUNT(*) FROM sqlite_master").get()
  const { code, error } = await copy()
  assert.strictEqual(code, 1)
  assert.match(error, /^leadline: The database \/.* is in use: stop the server, or wait /)
  assert.include(error, files[side])
  used.close()
  assert.strictEqual((await copy()).code, 0)
})
