// The start of a server process: banner, first key, and errors.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { ask, contents, emptyDirectory, refusalOf, send, start } from "../support/serverProcess.ts"

describe.concurrent("a server that starts", () => {
  it("shows a key once, a curl command that it answers and its documentation, and never stores the key in plain text", async () => {
    const first = start({ LEADLINE_LOG_FORMAT: "pretty" })
    const { baseUrl, key } = await first.ready()
    assert.match(key, /^ll_live_[0-9A-Za-z]{48}$/)
    assert.include(first.seen.stdout, `-H "Authorization: Bearer ${key}"`)
    const body = /-d '(.*)'/.exec(first.seen.stdout)?.[1] ?? ""
    const { text } = await send(`${baseUrl}/v1/decisions`, key, body)
    assert.hasAllKeys(JSON.parse(text).answers, ["refund", "team", "mood"])
    assert.include(first.seen.stdout, `\nDocumentation: ${baseUrl}/docs\n`)
    const docs = await send(`${baseUrl}/docs`, "")
    assert.include(docs.headers.get("content-type") ?? "", "text/html")
    await first.stop()
    assert.strictEqual(first.seen.stderr, "")
    const second = start({}, first.directory)
    const again = await second.ready()
    assert.notInclude(second.seen.stdout, key)
    assert.include(second.seen.stdout, "If you lost them, leadline keys create creates another.")
    assert.strictEqual((await ask(again.baseUrl, key)).status, 200)
    assert.strictEqual((await ask(again.baseUrl, `${key.slice(0, -1)}_`)).status, 401)
    await second.stop("SIGINT")
    assert.notInclude(contents(first.directory), key)
  })

  it("writes the key to a file of its owner, and not between lines of JSON", async () => {
    const directory = emptyDirectory()
    const file = join(directory, ".leadline/first-key")
    mkdirSync(dirname(file))
    // Of a store before this one.
    writeFileSync(file, "old", { mode: 0o644 })
    const first = start({}, directory)
    const { baseUrl, key } = await first.ready()
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.include(first.seen.stdout, `Authorization: Bearer $(cat '${file}')`)
    assert.notInclude(first.seen.stdout + first.seen.stderr, key)
    await first.stop()
    rmSync(file)
    assert.notInclude(contents(directory), key)
  })

  it("says how many documents it searches, which backends answer, which variable is unknown, and that a key is short", async () => {
    const documents = emptyDirectory()
    for (const name of ["a.md", "a.pdf"]) writeFileSync(join(documents, name), "# Tides\n\nSix hours.\n")
    const server = start({
      LEADLINE_API_KEY: "short-key",
      LEADLINE_LOG_FORMAT: "pretty",
      LEADLINE_DOCUMENTS: documents,
      LEADLINE_BACKENDS: "openai-compatible http://127.0.0.1:9/v1",
      LEADLINE_PEPER: "canary-7f",
      LEADLINE_BASE_URL: "http://127.0.0.1:1"
    })
    const { baseUrl } = await server.ready()
    const kinds = "Markdown, HTML and text files are read; files of other kinds: 1"
    const { seen } = server
    assert.include(seen.stdout, `\nDocuments: 1 of ${documents}: ${kinds}\nBackends: openai-compatible\n`)
    assert.include(seen.stdout, "can be guessed")
    const unknown = "LEADLINE_PEPER is not a setting and is ignored: did you mean LEADLINE_PEPPER?"
    assert.include(seen.stderr, unknown)
    assert.notInclude(seen.stderr, "LEADLINE_BASE_URL")
    assert.strictEqual((await send(`${baseUrl}/v1/skills`, "short-key")).status, 200)
    await server.stop()
    assert.notMatch(seen.stdout + seen.stderr + contents(server.directory), /canary-7f|short-key/)
  })
})

/** A file that is no database. */
const broken = emptyDirectory()
const noDatabase = "this is no database, whatever its name says".repeat(100)
writeFileSync(join(broken, "leadline.sqlite"), noDatabase, { mode: 0o600 })

describe.concurrent("a server that cannot start prints one line and exits with 1", () => {
  it.each([
    [
      "a missing directory",
      { LEADLINE_DATA_DIR: "/does/not/exist" },
      "LEADLINE_DATA_DIR: the directory /does/not/exist does not exist"
    ],
    [
      "a file that is not a database",
      { LEADLINE_DATA_DIR: broken },
      `The database ${join(broken, "leadline.sqlite")} cannot be used`
    ],
    [
      "an address of another machine",
      { HOST: "192.0.2.1" },
      "HOST: 192.0.2.1 is not an address of this machine"
    ]
  ])("%s", async (_name, env, line) => {
    assert.include(await refusalOf(env), `leadline: ${line}`)
  })

  it("a port in use", async () => {
    const { close, port } = await serveHttp(() => undefined)
    assert.strictEqual(
      await refusalOf({ PORT: String(port) }),
      `leadline: PORT: ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another number`
    )
    assert.strictEqual(
      await refusalOf({ PORT: String(port), LEADLINE_ADMIN_PORT: String(port) }),
      `leadline: PORT and LEADLINE_ADMIN_PORT are both ${port}: set one of them to another number`
    )
    await close()
  })
})
