// A server over a PostgreSQL that crashes, falls silent and comes back; and commands on an empty one.
import { type PostgresServer, newSchema, startPostgres } from "@leadline/lab"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, contents, emptyDirectory, readiness, send, start } from "../support/serverProcess.ts"

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const pepper = "p".repeat(32)

describe("a server over PostgreSQL", () => {
  it("answers 503 while the database is away, stays alive, and goes on when it is back", async () => {
    const url = await newSchema(postgres.url)
    const env = { LEADLINE_DATABASE_URL: url, LEADLINE_DATABASE_TIMEOUT: "1", LEADLINE_PEPPER: pepper }
    const server = start(env)
    const { baseUrl, key } = await server.ready()
    /** Requests and readiness have a status, and the server is alive. */
    const answers = async (status: number, when: string) => {
      await eventually(`${status} ${when}`, async () => (await ask(baseUrl, key)).status === status)
      assert.strictEqual((await send(`${baseUrl}/-/live`, "")).status, 200)
      await eventually(
        `readiness ${status} ${when}`,
        async () => (await readiness(baseUrl)).status === status
      )
    }
    await answers(200, "after its start")
    assert.deepStrictEqual((await readiness(baseUrl)).checks, { postgres: "ok", writes: "ok" })
    await postgres.crash()
    await answers(503, "after a crash")
    await postgres.start()
    await answers(200, "after a start")
    postgres.signal("SIGSTOP")
    await answers(503, "while PostgreSQL is stopped")
    await server.printed("The database does not answer")
    postgres.signal("SIGCONT")
    await answers(200, "when PostgreSQL goes on")
    await server.printed("The database answers again")
    await server.stop()
    assert.include(server.seen.stdout, `Database: postgres://127.0.0.1:${postgres.port}/postgres`)
    assert.notInclude(server.seen.stdout + server.seen.stderr + contents(server.directory), "secret-password")
  })
})

it("an empty database has no store until a first key is created", async () => {
  const LEADLINE_DATABASE_URL = await newSchema(postgresUrl ?? assert.fail())
  const env = { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: "p".repeat(32) }
  const run = (line: string) => leadline(line.split(" "), { directory: emptyDirectory(), env })
  const none = /^leadline: There is no store in postgres:\S+: .* set LEADLINE_DATABASE_URL to its/
  assert.match((await run("keys list")).error, none)
  assert.match((await run("migrate --check")).error, /of migration 0/)
  assert.match((await run("keys create --quiet")).out, /^ll_live_/)
  assert.match((await run("keys list")).out, /active/)
  assert.strictEqual((await run("audit verify")).code, 0)
  const sqlite = /^leadline: This command is for SQLite\. With PostgreSQL use pg_/
  for (const command of ["backup", "restore"]) assert.match((await run(`${command} x.sqlite`)).error, sqlite)
})
