// The start of a server process: banner, first key, and errors; and a server in memory, whose seed repeats its answers.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { eventually } from "../support/eventually.ts"
import { ask, contents, emptyDirectory, generate, refusalOf, send, start } from "../support/serverProcess.ts"

describe.concurrent("a server that starts", () => {
  it("shows a key once, a curl command that it answers and its documentation, and never stores the key in plain text", async () => {
    const first = start({ LEADLINE_LOG_FORMAT: "pretty" })
    const { baseUrl, key } = await first.ready()
    assert.match(key, /^ll_live_[0-9A-Za-z]{48}$/)
    assert.include(first.seen.stdout, `-H "Authorization: Bearer ${key}"`)
    const body = /-d '(.*)'/.exec(first.seen.stdout)?.[1] ?? ""
    assert.strictEqual((await send(`${baseUrl}/v1/decisions`, key, body)).status, 200)
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
      LEADLINE_BACKENDS: "openai-compatible http://127.0.0.1:9/canary-7f/v1",
      LEADLINE_PEPER: "canary-7f"
    })
    const { baseUrl } = await server.ready()
    const kinds = "Markdown, HTML and text files are read; files of other kinds: 1"
    await server.printed("Backends that do not answer now: openai-compatible at 127.0.0.1:9 (ECONNREFUSED)")
    const { seen } = server
    assert.include(seen.stdout, `\nDocuments: 1 of ${documents}: ${kinds}\nBackends: openai-compatible\n`)
    assert.include(seen.stdout, "can be guessed")
    assert.include(
      seen.stderr,
      "LEADLINE_PEPER is not a setting and is ignored: did you mean LEADLINE_PEPPER?"
    )
    assert.strictEqual((await send(`${baseUrl}/v1/skills`, "short-key")).status, 200)
    await server.stop()
    assert.notMatch(seen.stdout + seen.stderr + contents(server.directory), /canary-7f|short-key/)
  })
})

describe.concurrent("a server that cannot start prints one line and exits with 1", () => {
  it("for a directory, a file or an address that is none", async () => {
    const LEADLINE_DATA_DIR = emptyDirectory()
    const noDatabase = "this is no database, whatever its name says".repeat(100)
    writeFileSync(join(LEADLINE_DATA_DIR, "leadline.sqlite"), noDatabase, { mode: 0o600 })
    for (const [env, line] of [
      [{ LEADLINE_DATA_DIR: "/none" }, "LEADLINE_DATA_DIR: the directory /none does not exist"],
      [{ LEADLINE_DATA_DIR }, `The database ${join(LEADLINE_DATA_DIR, "leadline.sqlite")} cannot be used`],
      [{ HOST: "192.0.2.1" }, "HOST: 192.0.2.1 is not an address of this machine"]
    ] as const)
      assert.include(await refusalOf(env), `leadline: ${line}`)
  })

  it("for a port in use", async () => {
    const { close, port } = await serveHttp(() => undefined)
    const PORT = String(port)
    const used = `leadline: PORT: ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another number`
    assert.strictEqual(await refusalOf({ PORT }), used)
    const both = `leadline: PORT and LEADLINE_ADMIN_PORT are both ${port}: set one of them to another number`
    assert.strictEqual(await refusalOf({ PORT, LEADLINE_ADMIN_PORT: PORT }), both)
    await close()
  })
})

const key = "leadline-key-of-a-server-in-memory"
const question = {
  model: "sonar",
  messages: [{ role: "user", content: "How long is the grace period of a shutdown?" }]
}

const inMemory = async (flags: ReadonlyArray<string>, env = {}) => {
  const server = start({ LEADLINE_LOG_FORMAT: "pretty", ...env }, emptyDirectory(), [
    "serve",
    "--memory",
    ...flags
  ])
  const { baseUrl } = await server.ready()
  const stop = async () => {
    await server.stop()
    assert.deepEqual(readdirSync(server.directory), [])
  }
  return { baseUrl, seen: server.seen, stop }
}

/** What a server answers to some requests in order, and the ids of these requests. */
const answersOf = async (seed: string) => {
  const { baseUrl, stop } = await inMemory(["--seed", seed, "--requests-per-second", "1"])
  const sent = [
    await ask(baseUrl, key),
    // Time stands still, so that no second of the limit ever ends.
    await ask(baseUrl, key),
    await send(`${baseUrl}/v1/sonar`, key, question),
    await send(`${baseUrl}/v1/async/sonar`, key, { request: question })
  ]
  for (const { status, text } of sent) assert.strictEqual(status, 200, text)
  const { id }: { readonly id: string } = JSON.parse(sent[3]?.text ?? "")
  let finished = ""
  await eventually("an async chat that is finished", async () => {
    finished = (await send(`${baseUrl}/v1/async/sonar/${id}`, key)).text
    return finished.includes('"COMPLETED"')
  })
  const generated = await generate(baseUrl, key)
  await stop()
  return [...sent.map(({ headers, text }) => text + headers.get("x-request-id")), finished, generated]
}

describe.concurrent("a server in memory", () => {
  it("repeats ids and times of its seed, and those of no other seed", async () => {
    const [first = [], again, other = []] = await Promise.all(["1", "1", "2"].map(answersOf))
    assert.deepEqual(again, first)
    assert.include(first[2] ?? "", '"created":1767225600')
    for (const [at, text] of first.entries()) assert.notEqual(other[at], text)
  })

  it("knows its key and the documentation, and warns where others reach it", async () => {
    const { baseUrl, seen, stop } = await inMemory([], { HOST: "0.0.0.0", LEADLINE_DOCUMENTS: "" })
    assert.include(seen.stdout, `The API key is ${key}`)
    assert.include(seen.stderr, "The key of a server in memory is known to all")
    const { text } = await send(`${baseUrl}/v1/sonar`, key, question)
    assert.include(text, "https://leadline.example/docs/operations.md")
    await stop()
  })
})
