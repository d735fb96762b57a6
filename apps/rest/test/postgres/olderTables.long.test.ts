// Commands on a PostgreSQL without tables, or with those of another version: they change none of them.
import { newSchema } from "@leadline/lab"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import { assert, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const around = (url: string) => ({
  directory: emptyDirectory(),
  env: { LEADLINE_DATABASE_URL: url, LEADLINE_PEPPER: "0123456789abcdef0123456789abcdef" }
})

const reading = [
  ["keys", "list"],
  ["groups", "list"],
  ["usage", "export"],
  ["async", "list"],
  ["audit", "list"],
  ["audit", "verify"]
]

it("an empty database has no store until a first key is created", async () => {
  const store = around(await newSchema(postgresUrl ?? assert.fail()))
  for (const command of [...reading, ["groups", "create", "acme"]]) {
    const { code, error } = await leadline(command, store)
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: There is no store in postgres:\S+: set LEADLINE_DATABASE_URL to its database\n$/
    )
  }
  assert.match((await leadline(["migrate", "--check"], store)).error, /of migration 0/)
  assert.strictEqual((await leadline(["keys", "create"], store)).code, 0)
  for (const command of reading) assert.strictEqual((await leadline(command, store)).code, 0)
})

it("older tables stay as they are, so that servers of their version can start", async () => {
  const url = await newSchema(postgresUrl ?? assert.fail())
  const store = around(url)
  assert.strictEqual((await leadline(["keys", "create"], store)).code, 0)
  await Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    yield* sql`DELETE FROM migration WHERE migration_id = (SELECT MAX(migration_id) FROM migration)`
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
  const { error: before } = await leadline(["migrate", "--check"], store)
  for (const command of [...reading, ["keys", "create"], ["groups", "create", "acme"]]) {
    const { code, error } = await leadline(command, store)
    assert.strictEqual(code, 1)
    assert.match(
      error,
      /^leadline: The tables are those of an older version \(.*\): run leadline migrate, .*\n$/
    )
  }
  assert.strictEqual((await leadline(["migrate", "--check"], store)).error, before)
})
