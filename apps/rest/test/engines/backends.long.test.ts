// A server with a configuration of backends: programs, fall-back, reload at a signal, and what it does not start with.
import { assert, describe, it } from "vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { eventually } from "../support/eventually.ts"
import { runs } from "../support/processes.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, refusalOf, start } from "../support/serverProcess.ts"

const program = (noul: number) =>
  `${process.execPath} ${join(import.meta.dirname, "fixtures/decisionServer.mjs")} {port} ${noul}`

const away = { kind: "leadline", url: "http://127.0.0.1:9" }

/** A file of backends in a new directory; JSON is YAML. */
const writeFile = (configuration: unknown, file = join(emptyDirectory(), "backends.yaml")) => {
  writeFileSync(file, JSON.stringify(configuration))
  return file
}

const noulOf = async (baseUrl: string, key: string) => {
  const { headers, status, text } = await ask(baseUrl, key)
  const { answers } = JSON.parse(text) as { answers?: { refund: { noul: number } } }
  return [status, headers.get("x-leadline-backend"), answers?.refund.noul]
}

/** Asks until the answer is that of a backend. */
const answersBy = (baseUrl: string, key: string, backend: string, noul: number) =>
  eventually(`an answer by ${backend}`, async () => {
    const [status, by, found] = await noulOf(baseUrl, key)
    return status === 200 && by === backend && found === noul
  })

/** A server whose program and its child ignore SIGTERM, once these have started, and their process ids. */
const startStubborn = async () => {
  const starts = join(emptyDirectory(), "starts")
  const misbehaving = join(import.meta.dirname, "fixtures/hostileProgram.mjs")
  const command = `${process.execPath} ${misbehaving} keep ${starts} {port}`
  const file = writeFile({ backends: { local: { kind: "leadline", command } } })
  const server = start({ LEADLINE_BACKENDS: file })
  await eventually("a program that has started", () => existsSync(starts) && readFileSync(starts).length > 0)
  const { child, pid } = JSON.parse(readFileSync(starts, "utf8"))
  return { server, pids: [pid, child] }
}

describe("a server with backends", () => {
  it("starts a program, falls back, changes at SIGHUP, and ends the program with itself", async () => {
    const first = { local: { kind: "leadline", command: program(0.25) }, away }
    const file = writeFile({ backends: first, routes: { decisions: ["away", "local", "embedded"] } })
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    await answersBy(baseUrl, key, "local", 0.25)
    const forbidden = { kind: "leadline", url: "http://10.0.0.5" }
    for (const [bad, words] of [
      [{ backends: first, routes: { decisions: ["unknown"] } }, "is no backend: expected one of local"],
      [{ backends: { ...first, forbidden } }, "backends.yaml:1: backends.forbidden.url: http is allowed"]
    ] as const) {
      const before = server.seen.error.length
      writeFile(bad, file)
      server.child.kill("SIGHUP")
      await eventually("a refused reload", () => server.seen.error.slice(before).includes("is unchanged"))
      assert.include(server.seen.error.slice(before), words)
      assert.deepStrictEqual(await noulOf(baseUrl, key), [200, "local", 0.25])
    }
    writeFile(
      {
        backends: { other: { kind: "leadline", command: program(0.75) } },
        routes: { decisions: ["other", "embedded"] }
      },
      file
    )
    server.child.kill("SIGHUP")
    await answersBy(baseUrl, key, "other", 0.75)
    await server.stop()
  })

  it("does not start with a key in the file, a file that is too long, or one that is missing", async () => {
    const plain = writeFile({ backends: { a: { ...away, apiKey: "sk-plain" } } })
    const line = await refusalOf({ LEADLINE_BACKENDS: plain })
    assert.include(line, "backends.a.apiKey: expected env:NAME or file:PATH")
    assert.notInclude(line, "sk-plain")
    for (const [file, words] of [
      ["/dev/zero", "expected at most 131072 characters"],
      ["/does/not/exist.yaml", "does not exist"]
    ] as const) {
      assert.include(await refusalOf({ LEADLINE_BACKENDS: file }), words)
    }
  })

  it("passes everything on to a server behind it, with its own key there", async () => {
    const upstream = start({})
    const beneath = await upstream.ready()
    const proxy = start({
      LEADLINE_BACKENDS: `leadline ${beneath.baseUrl}`,
      LEADLINE_BACKEND_API_KEY: beneath.key
    })
    const { baseUrl, key } = await proxy.ready()
    const answered = await ask(baseUrl, key)
    assert.strictEqual(answered.status, 200)
    assert.isNotNull(answered.headers.get("x-leadline-upstream-request-id"))
    assert.strictEqual((await ask(baseUrl, beneath.key)).status, 401)
    upstream.child.kill("SIGTERM")
    await upstream.ended()
    assert.strictEqual((await ask(baseUrl, key)).status, 502)
    assert.notInclude(proxy.seen.out + proxy.seen.error, beneath.key)
  })
})

describe("a server whose program ignores SIGTERM, as do its children", () => {
  it("takes many SIGHUPs while it starts as one, and ends them at a second SIGTERM", async () => {
    const { pids, server } = await startStubborn()
    for (let count = 0; count < 50; count++) server.child.kill("SIGHUP")
    await server.ready()
    await server.printed("The configuration of backends is in use")
    assert.deepStrictEqual(pids.map(runs), [true, true])
    server.child.kill("SIGTERM")
    await eventually("a second signal that counts", async () => {
      server.child.kill("SIGTERM")
      return server.child.exitCode !== null
    })
    assert.strictEqual(await server.ended(), 143)
    await eventually("their end", () => !pids.some(runs))
  })
})

describe("leadline backends", () => {
  it("checks every backend, and exits with 1 when one cannot be used", async () => {
    const usable = writeFile({ backends: { local: { kind: "leadline", command: program(0.5) } } })
    const { code, error, out } = await leadline(["backends", "check", "--backends", usable])
    assert.strictEqual(code, 0, error)
    assert.match(out, /^BACKEND +KIND +CAPABILITY +VALUE +ADVICE\nlocal +leadline +reachable +\d+ ms\n$/)
    const unusable = await leadline([
      "backends",
      "check",
      "--json",
      "--backends",
      writeFile({ backends: { away } })
    ])
    assert.strictEqual(unusable.code, 1)
    assert.deepInclude(JSON.parse(unusable.out)[0], { name: "away", kind: "leadline" })
    assert.include(unusable.error, "Not all backends can be used: away")
    const missing = writeFile({ backends: { gone: { kind: "leadline", command: "/does/not/exist {port}" } } })
    const { code: failed, out: found } = await leadline(["backends", "check", "--backends", missing])
    assert.strictEqual(failed, 1)
    assert.match(
      found,
      /\ngone +leadline +program +FAILS: spawn \/does\/not\/exist ENOENT +It cannot be started/
    )
  })

  it("prints a JSON Schema that names every setting", async () => {
    const { out } = await leadline(["backends", "schema"])
    const schema = JSON.stringify(JSON.parse(out))
    for (const name of ["apiKey", "command", "concurrency", "decisions", "contextualizedEmbeddings"])
      assert.include(schema, `"${name}"`)
  })
})
