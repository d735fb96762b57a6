// The start of a server process: banner, first key, and errors.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { once } from "node:events"
import * as Net from "node:net"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { ask, contents, emptyDirectory, refusalOf, send, start } from "../support/serverProcess.ts"

describe.concurrent("a server that starts", () => {
  it("creates a key, shows it once, accepts it after a restart, and never stores it in plain text", async () => {
    const first = start({ LEADLINE_LOG_FORMAT: "pretty" })
    const { baseUrl, key } = await first.ready()
    assert.match(key, /^ll_live_[0-9A-Za-z]{48}$/)
    assert.include(first.seen.out, `-H "Authorization: Bearer ${key}"`)
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    await first.stop()
    const second = start({}, first.directory)
    const again = await second.ready()
    assert.notInclude(second.seen.out, key)
    assert.include(second.seen.out, "If you lost them, leadline keys create creates another.")
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
    assert.include(first.seen.out, `Authorization: Bearer $(cat '${file}')`)
    assert.notInclude(first.seen.out + first.seen.error, key)
    await first.stop()
    rmSync(file)
    assert.notInclude(contents(directory), key)
  })

  it("prints where its documentation is, and a curl command that it answers", async () => {
    const server = start({ LEADLINE_LOG_FORMAT: "pretty" })
    const { baseUrl, key } = await server.ready()
    const url = /^Documentation: (\S+)$/m.exec(server.seen.out)?.[1] ?? ""
    assert.strictEqual(url, `${baseUrl}/docs`)
    const docs = await send(url, "")
    assert.strictEqual(docs.status, 200)
    assert.include(docs.headers.get("content-type") ?? "", "text/html")
    const body = /-d '(.*)'/.exec(server.seen.out)?.[1] ?? ""
    const { text } = await send(`${baseUrl}/v1/decisions`, key, body)
    const { answers } = JSON.parse(text) as { readonly answers: object }
    assert.sameMembers(Object.keys(answers), ["refund", "team", "mood"])
    await server.stop()
    assert.strictEqual(server.seen.error, "")
  })

  it("says how many documents it searches, and which backends answer", async () => {
    const documents = emptyDirectory()
    for (const name of ["a.md", "a.pdf"]) {
      writeFileSync(join(documents, name), "# Tides\n\nSix hours.\n")
    }
    const server = start({
      LEADLINE_LOG_FORMAT: "pretty",
      LEADLINE_DOCUMENTS: documents,
      LEADLINE_BACKENDS: "openai-compatible http://127.0.0.1:9/v1"
    })
    await server.ready()
    assert.include(
      server.seen.out,
      `\nDocuments: 1 of ${documents}: Markdown, HTML and text files are read; files of other kinds: 1\nBackends: openai-compatible\n`
    )
    await server.stop()
  })

  it("names an unknown LEADLINE_ variable without its value, and starts", async () => {
    const server = start({ LEADLINE_PEPER: "canary-7f", LEADLINE_BASE_URL: "http://127.0.0.1:1" })
    await server.ready()
    assert.deepInclude(JSON.parse(server.seen.error), {
      level: "warn",
      message: "LEADLINE_PEPER is not a setting and is ignored: did you mean LEADLINE_PEPPER?"
    })
    assert.notInclude(server.seen.out, "canary-7f")
    await server.stop()
  })

  it("accepts a key from LEADLINE_API_KEY, warns if it is short, and does not show it", async () => {
    const server = start({ LEADLINE_API_KEY: "short-key" })
    const { baseUrl } = await server.ready()
    assert.strictEqual((await ask(baseUrl, "short-key")).status, 200)
    assert.include(server.seen.out, "can be guessed")
    assert.notInclude(server.seen.out + contents(server.directory), "short-key")
    await server.stop()
  })
})

/** A file that is no database. */
const broken = emptyDirectory()
writeFileSync(join(broken, "leadline.sqlite"), "this is no database, whatever its name says".repeat(100), {
  mode: 0o600
})

describe.concurrent("a server that cannot start prints one line and exits with 1", () => {
  it.each([
    [
      "a missing directory",
      { LEADLINE_DATA_DIR: "/does/not/exist" },
      /^leadline: LEADLINE_DATA_DIR: the directory \/does\/not\/exist does not exist$/
    ],
    [
      "a file that is not a database",
      { LEADLINE_DATA_DIR: broken },
      /^leadline: The database .*leadline\.sqlite cannot be used/
    ],
    [
      "an address of another machine",
      { HOST: "192.0.2.1" },
      /^leadline: HOST: 192\.0\.2\.1 is not an address of this machine$/
    ]
  ])("%s", async (_name, env, line) => {
    assert.match(await refusalOf(env), line)
  })

  it("a port in use", async () => {
    const holder = Net.createServer()
    await once(holder.listen(0, "127.0.0.1"), "listening")
    const { port } = holder.address() as Net.AddressInfo
    assert.strictEqual(
      await refusalOf({ PORT: String(port) }),
      `leadline: PORT: ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another number`
    )
    assert.strictEqual(
      await refusalOf({ PORT: String(port), LEADLINE_ADMIN_PORT: String(port) }),
      `leadline: PORT and LEADLINE_ADMIN_PORT are both ${port}: set one of them to another number`
    )
    holder.close()
  })
})
