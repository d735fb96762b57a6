// leadline migrate: tables that are current, older, newer, or missing.
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { assert, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const change = (directory: string, sql: string) => {
  const database = new DatabaseSync(join(directory, "leadline.sqlite"))
  database.exec(sql)
  database.close()
}

it("migrate --check fails for tables that are not current, and changes nothing", async () => {
  const directory = emptyDirectory()
  const missing = await leadline(["migrate", "--check"], { directory })
  assert.match(missing.error, /^leadline: There is no store in/)
  assert.strictEqual(missing.code, 1)
  await leadline(["keys", "create"], { directory })
  const current = await leadline(["migrate", "--check"], { directory })
  assert.match(current.out, /^The tables are current, of migration \d+\.\n$/)
  assert.strictEqual(current.code, 0)
  const { newest } = JSON.parse((await leadline(["migrate", "--check", "--json"], { directory })).out) as {
    readonly newest: number
  }

  change(directory, `INSERT INTO migration (migration_id, name) VALUES (${newest + 1}, 'later')`)
  const newer = await leadline(["migrate", "--check"], { directory })
  assert.deepStrictEqual(newer, {
    code: 3,
    out: "",
    error: `leadline: The tables are of migration ${newest + 1}, this version knows ${newest}: update the server\n`
  })
  assert.match((await leadline(["migrate"], { directory })).error, /was written by a newer version/)

  change(directory, "DROP TABLE migration")
  const older = await leadline(["migrate", "--check"], { directory })
  assert.strictEqual(older.code, 3)
  assert.match(older.error, /^leadline: The tables are of migration 0\. The next start.* adds 1_keys, /)
})

it("migrate --check of a PostgreSQL needs no data directory", async () => {
  const env = { LEADLINE_DATABASE_URL: "postgres://leadline:secret@127.0.0.1:1/leadline" }
  const unreachable = await leadline(["migrate", "--check"], { env })
  assert.match(
    unreachable.error,
    /^leadline: The database postgres:\/\/127\.0\.0\.1:1\/leadline cannot be used/
  )
  assert.strictEqual(unreachable.code, 1)
})
