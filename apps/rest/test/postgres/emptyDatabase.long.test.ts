// Commands on a PostgreSQL without tables: only the creation of a key makes them.
import { newSchema } from "@leadline/lab"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const reading = ["keys list", "usage export", "audit verify"].map((line) => line.split(" "))

it("an empty database has no store until a first key is created", async () => {
  const LEADLINE_DATABASE_URL = await newSchema(postgresUrl ?? assert.fail())
  const store = {
    directory: emptyDirectory(),
    env: { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: "0123456789abcdef0123456789abcdef" }
  }
  for (const command of [...reading, ["groups", "create", "acme"]]) {
    const { code, error } = await leadline(command, store)
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: There is no store in postgres:\S+: start the server or run leadline keys create first, or set LEADLINE_DATABASE_URL to its database\n$/
    )
  }
  assert.match((await leadline(["migrate", "--check"], store)).error, /of migration 0/)
  assert.strictEqual((await leadline(["keys", "create"], store)).code, 0)
  for (const command of reading) assert.strictEqual((await leadline(command, store)).code, 0)
})

it("a database that a store has not been copied to is refused, with the command that copies it", async () => {
  const directory = emptyDirectory()
  assert.strictEqual((await leadline(["keys", "create"], { directory })).code, 0)
  writeFileSync(join(directory, "audit-anchor"), "", { mode: 0o600 })
  const LEADLINE_DATABASE_URL = await newSchema(postgresUrl ?? assert.fail())
  const pepper = readFileSync(join(directory, "pepper"), "utf8").trim()
  const store = { directory, env: { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: pepper } }
  const source = `sqlite:${join(directory, "leadline.sqlite")}`
  for (const command of [
    ["keys", "list"],
    ["keys", "create"]
  ]) {
    const { code, error } = await leadline(command, store)
    assert.strictEqual(code, 1)
    assert.match(error, /^leadline: The database postgres:\S+ is missing or empty, but \/.*audit-anchor is/)
    assert.include(error, `move it with leadline copy --from ${source}; otherwise restore a backup`)
    assert.notInclude(error, "remove")
  }
  const copied = await leadline(["copy", "--from", source], store)
  assert.strictEqual(copied.code, 0, copied.error)
  assert.strictEqual((await leadline(["keys", "list"], store)).code, 0)
})
