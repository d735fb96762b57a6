// A server over a PostgreSQL that crashes, falls silent and comes back.
import { newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually, inTime } from "../support/eventually.ts"
import { ask, contents, readiness, refusalOf, send, start } from "../support/serverProcess.ts"

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
    const output = () => `${server.seen.stdout}\n${server.seen.stderr}`
    /** Requests and readiness have a status, and the server is alive. */
    const answers = async (status: number, when: string) => {
      const has = async () => (await ask(baseUrl, key)).status === status
      await eventually(`${status} ${when}`, has, output)
      assert.strictEqual((await send(`${baseUrl}/-/live`, "")).status, 200)
      const isReady = async () => (await readiness(baseUrl)).status === status
      await eventually(`readiness ${status} ${when}`, isReady, output)
    }
    await answers(200, "after its start")
    assert.deepStrictEqual((await readiness(baseUrl)).checks, { postgres: "ok", writes: "ok" })
    await inTime("the crash of PostgreSQL", postgres.crash())
    await answers(503, "after a crash")
    await inTime("the start of PostgreSQL after a crash", postgres.start())
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

  it("creates one first key when several nodes start on an empty database at once", async () => {
    const url = await newSchema(postgres.url)
    const nodes = Array.from({ length: 3 }, () =>
      start({ LEADLINE_DATABASE_URL: url, LEADLINE_PEPPER: pepper })
    )
    const ready = await Promise.all(nodes.map((node) => node.ready()))
    const keys = ready.map(({ key }) => key).filter((key) => key !== "")
    assert.lengthOf(keys, 1)
    for (const { baseUrl } of ready) assert.strictEqual((await ask(baseUrl, keys[0] ?? "")).status, 200)
    await Promise.all(nodes.map((node) => node.stop()))
  })

  it("cannot start without the database, and says so in one line without the password", async () => {
    const line = await refusalOf({
      LEADLINE_DATABASE_URL: "postgres://leadline:secret-password@127.0.0.1:1/postgres",
      LEADLINE_PEPPER: pepper
    })
    assert.match(line, /^leadline: The database postgres:\/\/127\.0\.0\.1:1\/postgres cannot be used: .*\.$/)
    assert.notInclude(line, "secret-password")
  })
})
