// Commands on a PostgreSQL without tables: only the creation of a key makes them.
import { newSchema } from "@leadline/lab"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it("an empty database has no store until a first key is created", async () => {
  const LEADLINE_DATABASE_URL = await newSchema(postgresUrl ?? assert.fail())
  const env = { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: "p".repeat(32) }
  const run = (line: string) => leadline(line.split(" "), { directory: emptyDirectory(), env })
  for (const command of ["keys list", "groups create acme"]) {
    const { code, error } = await run(command)
    assert.strictEqual(code, 1)
    assert.match(error, /^leadline: There is no store in postgres:\S+: .* set LEADLINE_DATABASE_URL to its/)
  }
  assert.match((await run("migrate --check")).error, /of migration 0/)
  assert.match((await run("keys create --quiet")).out, /^ll_live_/)
  assert.match((await run("keys list")).out, /active/)
  assert.strictEqual((await run("audit verify")).code, 0)
  for (const command of ["backup", "restore"]) {
    const { code, error } = await run(`${command} x.sqlite`)
    assert.strictEqual(code, 1)
    assert.match(error, /^leadline: This command is for SQLite\. With PostgreSQL use pg_/)
  }
})

it("a database that a store has not been copied to is refused, with the command that copies it", async () => {
  const directory = emptyDirectory()
  assert.strictEqual((await leadline(["keys", "create"], { directory })).code, 0)
  writeFileSync(join(directory, "audit-anchor"), "", { mode: 0o600 })
  const LEADLINE_DATABASE_URL = await newSchema(postgresUrl ?? assert.fail())
  const pepper = readFileSync(join(directory, "pepper"), "utf8").trim()
  const store = { directory, env: { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: pepper } }
  const source = `sqlite:${join(directory, "leadline.sqlite")}`
  const { code, error } = await leadline(["keys", "create"], store)
  assert.strictEqual(code, 1)
  assert.match(error, /^leadline: The database postgres:\S+ is missing or empty, but \/.*audit-anchor is/)
  assert.include(error, `move it with leadline copy --from ${source}; otherwise restore a backup`)
  const copied = await leadline(["copy", "--from", source], store)
  assert.strictEqual(copied.code, 0, copied.error)
  assert.strictEqual((await leadline(["keys", "list"], store)).code, 0)
})
