// leadline copy: a store of SQLite goes on over PostgreSQL.
import * as Postgres from "@leadline/store-sql/postgres"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { newSchema } from "@leadline/lab"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { interruptCopy, refusal, refusedCommands } from "../support/interruptCopy.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, refusalOf, start } from "../support/serverProcess.ts"

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

it("a database into which a copy is not finished is refused by all but copy", async () => {
  const directory = emptyDirectory()
  const key = (await leadline(["keys", "create", "--quiet"], { directory })).out.trim()
  const url = await newSchema(postgresUrl ?? assert.fail())
  const from = join(directory, "leadline.sqlite")
  const to = Postgres.layer({ url: Redacted.make(url), acceptUnfinishedCopy: true })
  await interruptCopy(Sqlite.layer({ filename: from }), to)
  const LEADLINE_PEPPER = readFileSync(join(directory, "pepper"), "utf8").trim()
  const env = { LEADLINE_DATABASE_URL: url, LEADLINE_PEPPER }
  const empty = emptyDirectory()
  for (const args of refusedCommands) {
    assert.deepStrictEqual(await leadline(args, { env, directory: empty }), refusal, args.join(" "))
  }
  assert.strictEqual(await refusalOf(env), refusal.error.trimEnd())
  const copied = await leadline(["copy"], { env: { ...env, LEADLINE_COPY_FROM: `sqlite:${from}` } })
  assert.strictEqual(copied.code, 0, copied.error)
  const server = start(env)
  const { baseUrl } = await server.ready()
  assert.strictEqual((await ask(baseUrl, key)).status, 200)
  await server.stop()
})
