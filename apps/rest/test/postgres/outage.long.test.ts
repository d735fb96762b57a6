// A server over a PostgreSQL that crashes, falls silent and comes back.
import { newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { ask, contents, emptyDirectory, start } from "../support/serverProcess.ts"

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const pepper = "p".repeat(32)

const probe = async (baseUrl: string, path: string) => {
  const response = await fetch(`${baseUrl}/-/${path}`)
  return { status: response.status, text: await response.text() }
}

/** Asks until the status is the expected one. */
const eventually = async (send: () => Promise<number>, expected: number) => {
  while ((await send()) !== expected) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe("a server over PostgreSQL", () => {
  it("answers 503 while the database is away, stays alive, and goes on when it is back", async () => {
    const url = await newSchema(postgres.url)
    const env = { LEADLINE_DATABASE_URL: url, LEADLINE_DATABASE_TIMEOUT: "1", LEADLINE_PEPPER: pepper }
    const server = start(env)
    const { baseUrl, key } = await server.ready()
    const status = async () => (await ask(baseUrl, key)).status
    const readiness = async () => (await probe(baseUrl, "ready")).status
    assert.strictEqual(await status(), 200)
    assert.deepStrictEqual(JSON.parse((await probe(baseUrl, "ready")).text), {
      status: "ready",
      checks: { postgres: "ok", writes: "ok" }
    })
    await postgres.crash()
    await eventually(status, 503)
    assert.strictEqual((await probe(baseUrl, "live")).status, 200)
    await eventually(readiness, 503)
    await postgres.start()
    await eventually(status, 200)
    await eventually(readiness, 200)
    postgres.signal("SIGSTOP")
    await eventually(status, 503)
    assert.strictEqual((await probe(baseUrl, "live")).status, 200)
    postgres.signal("SIGCONT")
    await eventually(status, 200)
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    assert.include(server.seen.out, `Database: postgres://127.0.0.1:${postgres.port}/postgres\n`)
    assert.notInclude(server.seen.out + server.seen.error + contents(server.directory), "secret-password")
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
    for (const node of nodes) node.child.kill("SIGTERM")
    for (const node of nodes) assert.strictEqual(await node.ended, 0)
  })

  it("cannot start without the database, and says so in one line without the password", async () => {
    const server = start({
      LEADLINE_DATABASE_URL: "postgres://leadline:secret-password@127.0.0.1:1/postgres",
      LEADLINE_PEPPER: pepper
    })
    assert.strictEqual(await server.ended, 1)
    assert.match(
      server.seen.error,
      /^leadline: The database postgres:\/\/127\.0\.0\.1:1\/postgres cannot be used: .*\.\n$/
    )
    assert.notInclude(server.seen.error, "secret-password")
  })
})

describe("commands over PostgreSQL", () => {
  it("work on its keys, and name its own means for backups", async () => {
    const LEADLINE_DATABASE_URL = await newSchema(postgres.url)
    const around = { directory: emptyDirectory(), env: { LEADLINE_DATABASE_URL, LEADLINE_PEPPER: pepper } }
    const created = await leadline(["keys", "create", "--quiet"], around)
    assert.match(created.out, /^ll_live_/)
    assert.match((await leadline(["keys", "list"], around)).out, /active/)
    assert.strictEqual((await leadline(["audit", "verify"], around)).code, 0)
    const fresh = { ...around, env: { ...around.env, LEADLINE_DATABASE_URL: await newSchema(postgres.url) } }
    const unmigrated = await leadline(["migrate", "--check"], fresh)
    assert.strictEqual(unmigrated.code, 3)
    assert.match(unmigrated.error, /migration 0\. The next start/)
    assert.match((await leadline(["migrate"], fresh)).out, /^The tables are current/)
    assert.strictEqual((await leadline(["migrate", "--check"], fresh)).code, 0)
    for (const command of ["backup", "restore"]) {
      const { code, error } = await leadline([command, "x.sqlite"], around)
      assert.strictEqual(code, 1)
      assert.match(error, /^leadline: This command is for SQLite\. With PostgreSQL use pg_/)
    }
  })

  it.each([
    ["mysql://host/database", "expected a URL like postgres://"],
    ["postgres://user:secret@host", "it names no database"],
    ["postgres://user:se%cret@host/database", "a % is not followed by two hex digits"],
    ["postgres://user:secret@ho st/database", "expected a URL like postgres://"]
  ])("refuse the URL %s without showing it", async (LEADLINE_DATABASE_URL, problem) => {
    const { code, error } = await leadline(["keys", "list"], { env: { LEADLINE_DATABASE_URL } })
    assert.strictEqual(code, 1)
    assert.isTrue(error.startsWith(`leadline: LEADLINE_DATABASE_URL: ${problem}`), error)
    assert.notInclude(error, "secret")
  })
})
