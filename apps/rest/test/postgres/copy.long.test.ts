// leadline copy: a store of SQLite goes on over PostgreSQL.
import { newSchema } from "@leadline/lab"
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
  assert.strictEqual(again.code, 0)
  assert.match(again.error, /^The store is already copied: nothing was written, and both databases agree\.$/m)
  const server = start({
    LEADLINE_DATABASE_URL: url,
    LEADLINE_PEPPER: readFileSync(join(directory, "pepper"), "utf8").trim()
  })
  const { baseUrl } = await server.ready()
  assert.strictEqual((await ask(baseUrl, key)).status, 200)
  await server.stop()
  const other = await leadline(["copy", "--from", from, "--to", url])
  assert.strictEqual(other.code, 1)
  assert.match(other.error, /is a store already, and differs in \w+: name an empty one\.$/m)
})
