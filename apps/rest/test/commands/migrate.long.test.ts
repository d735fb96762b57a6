// leadline migrate: tables that are current, older, newer, or missing.
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { assert, it } from "vitest"
import { commandsIn } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const change = (directory: string, sql: string) => {
  const database = new DatabaseSync(join(directory, "leadline.sqlite"))
  database.exec(sql)
  database.close()
}

it("migrate --check fails for tables that are not current, and changes nothing", async () => {
  const directory = emptyDirectory()
  const { json, run, succeed } = commandsIn(directory)
  await succeed("keys create")
  assert.match((await succeed("migrate --check")).out, /^The tables are current, of migration \d+\.\n$/)
  const { newest } = await json<{ readonly newest: number }>("migrate --check")

  change(directory, `INSERT INTO migration (migration_id, name) VALUES (${newest + 1}, 'later')`)
  assert.deepStrictEqual(await run("migrate --check"), {
    code: 3,
    out: "",
    error: `leadline: The tables are of migration ${newest + 1}, this version knows ${newest}: update the server\n`
  })
  for (const command of ["migrate", "keys list", "keys create", "audit verify"])
    assert.match(
      (await run(command)).error,
      /^leadline: The store was written by a newer version .*: update the server/
    )

  change(directory, "DROP TABLE migration")
  const older = await run("migrate --check")
  assert.strictEqual(older.code, 3)
  assert.match(older.error, /^leadline: The tables are of migration 0\. The next start.* adds 1_tables\n$/)
})
