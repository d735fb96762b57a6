// Commands on a PostgreSQL without tables: only the creation of a key makes them.
import { newSchema } from "@leadline/lab"
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
