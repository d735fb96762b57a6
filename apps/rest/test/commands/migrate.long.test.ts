// leadline migrate: tables that are current, older, newer, or missing.
import { writeFileSync } from "node:fs"
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
  const missing = await run("migrate --check")
  assert.match(missing.error, /^leadline: There is no store in/)
  assert.strictEqual(missing.code, 1)
  await succeed("keys create")
  assert.match((await succeed("migrate --check")).out, /^The tables are current, of migration \d+\.\n$/)
  const { newest } = await json<{ readonly newest: number }>("migrate --check")

  change(directory, `INSERT INTO migration (migration_id, name) VALUES (${newest + 1}, 'later')`)
  assert.deepStrictEqual(await run("migrate --check"), {
    code: 3,
    out: "",
    error: `leadline: The tables are of migration ${newest + 1}, this version knows ${newest}: update the server\n`
  })
  assert.match((await run("migrate")).error, /was written by a newer version/)

  change(directory, "DROP TABLE migration")
  const older = await run("migrate --check")
  assert.strictEqual(older.code, 3)
  assert.match(older.error, /^leadline: The tables are of migration 0\. The next start.* adds 1_tables\n$/)
})

const commands = ["keys list", "keys create", "groups create acme", "audit verify"]

it("commands refuse the tables of a newer version", async () => {
  const directory = emptyDirectory()
  const { run, succeed } = commandsIn(directory)
  await succeed("keys create")
  change(directory, "INSERT INTO migration (migration_id, name) SELECT MAX(migration_id) + 1, 'later' FROM migration")
  for (const command of commands) {
    const { code, error, out } = await run(command)
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(error, /^leadline: The store was written by a newer version .*: update the server\.?\n$/)
  }
})

it("commands find no store in an empty file, and only keys create makes one there", async () => {
  const directory = emptyDirectory()
  const { run, succeed } = commandsIn(directory)
  writeFileSync(join(directory, "leadline.sqlite"), "")
  for (const command of commands.filter((name) => name !== "keys create")) {
    const { code, error } = await run(command)
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: There is no store in .*: start the server or run leadline keys create first, or set LEADLINE_DATA_DIR to its directory\n$/
    )
  }
  await succeed("keys create")
})
