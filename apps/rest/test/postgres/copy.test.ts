// leadline copy: a store of SQLite goes on over PostgreSQL.
import { newSchema } from "@leadline/testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, start } from "../support/serverProcess.ts"

it("a key of the file is accepted by a server over the copy", async () => {
  const directory = emptyDirectory()
  const key = (await leadline(["keys", "create", "--quiet"], { directory })).out.trim()
  const url = await newSchema(postgresUrl ?? assert.fail())
  const from = `sqlite:${join(directory, "leadline.sqlite")}`
  const copied = await leadline(["copy", "--from", from, "--to", url])
  assert.deepStrictEqual([copied.code, copied.out], [0, ""])
  assert.match(copied.error, /^api_key: 1 of 1 rows$/m)
  assert.match(copied.error, /^The store is copied, and both databases agree\.$/m)
  const again = await leadline(["copy", "--from", from], { env: { LEADLINE_DATABASE_URL: url } })
  assert.strictEqual(again.code, 1)
  assert.match(again.error, /is a store already/)
  const server = start({
    LEADLINE_DATABASE_URL: url,
    LEADLINE_PEPPER: readFileSync(join(directory, "pepper"), "utf8").trim()
  })
  const { baseUrl } = await server.ready()
  assert.strictEqual((await ask(baseUrl, key)).status, 200)
  server.child.kill("SIGTERM")
  assert.strictEqual(await server.ended, 0)
})

it.each([
  ["mysql:x", "--from: expected a database"],
  ["sqlite:/does/not/exist", "--from: the file /does/not/exist does not exist"]
])("a source %s is a usage error", async (from, message) => {
  const { code, error } = await leadline(["copy", "--from", from, "--to", "sqlite:x"])
  assert.strictEqual(code, 2)
  assert.include(error, message)
})

it("a copy without a target is a usage error that names both ways to give one", async () => {
  const { code, error } = await leadline(["copy", "--from", "sqlite:x"])
  assert.strictEqual(code, 2)
  assert.include(error, "set LEADLINE_DATABASE_URL, or give --to")
})
