// The server as a process: what it prints, what it answers, how it fails and how it ends.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import * as Net from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it, vi } from "vitest"

const main = join(import.meta.dirname, "../src/main.ts")
const scratch = mkdtempSync(join(tmpdir(), "leadline-rest-"))
// A process takes its time when all tests start at once.
vi.setConfig({ testTimeout: 60_000 })

const running = new Set<ChildProcess>()
let directories = 0

afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  rmSync(scratch, { recursive: true, force: true })
})

const emptyDirectory = () => mkdtempSync(join(scratch, `${directories++}-`))

/** Starts the server; `output` grows, `ended` tells the exit code. */
const start = (env: { readonly [name: string]: string }, directory = emptyDirectory()) => {
  const child = spawn(process.execPath, ["--conditions=@leadline/source", main], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", ...env }
  })
  running.add(child)
  const seen = { out: "", error: "" }
  child.stdout.on("data", (data: Buffer) => (seen.out += data.toString()))
  child.stderr.on("data", (data: Buffer) => (seen.error += data.toString()))
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      running.delete(child)
      resolve(code)
    })
  )
  const ready = async () => {
    while (!seen.out.includes("curl ")) {
      assert.isNull(child.exitCode, seen.error)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const baseUrl = /on (http:\S+)/.exec(seen.out)?.[1] ?? ""
    const key = /once: (\S+)/.exec(seen.out)?.[1] ?? env["LEADLINE_API_KEY"] ?? ""
    return { baseUrl, key }
  }
  return { child, directory, ended, ready, seen }
}

const ask = (baseUrl: string, key: string) =>
  fetch(`${baseUrl}/v1/decisions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: "decider-27b",
      state: "Please pay the second charge back.",
      questions: { refund: { type: "noul", instructions: "Does the writer ask for money back?" } }
    })
  })

/** All bytes under a directory, as one text. */
const contents = (directory: string): string =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n")

describe.concurrent("a server that starts", () => {
  it("makes a key, shows it once, keeps it over restarts, and never stores it in clear", async () => {
    const first = start({})
    const { baseUrl, key } = await first.ready()
    assert.match(key, /^ll_live_[0-9A-Za-z]{48}$/)
    assert.include(first.seen.out, `-H "Authorization: Bearer ${key}"`)
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    first.child.kill("SIGTERM")
    assert.strictEqual(await first.ended, 0)
    const second = start({}, first.directory)
    const again = await second.ready()
    assert.notInclude(second.seen.out, key)
    assert.strictEqual((await ask(again.baseUrl, key)).status, 200)
    assert.strictEqual((await ask(again.baseUrl, `${key.slice(0, -1)}_`)).status, 401)
    second.child.kill("SIGINT")
    assert.strictEqual(await second.ended, 0)
    assert.notInclude(contents(first.directory), key)
  })

  it("answers the curl it prints", async () => {
    const server = start({})
    await server.ready()
    const body = /-d '(.*)'/.exec(server.seen.out)?.[1] ?? ""
    const { baseUrl, key } = await server.ready()
    const response = await fetch(`${baseUrl}/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body
    })
    const { answers } = (await response.json()) as { readonly answers: object }
    assert.sameMembers(Object.keys(answers), ["refund", "team", "mood"])
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })

  it("takes a key of its user, warns when it is short, and does not show it", async () => {
    const server = start({ LEADLINE_API_KEY: "short-key" })
    const { baseUrl } = await server.ready()
    assert.strictEqual((await ask(baseUrl, "short-key")).status, 200)
    assert.include(server.seen.out, "can be guessed")
    assert.notInclude(server.seen.out + contents(server.directory), "short-key")
    server.child.kill("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })
})

const fails = (
  name: string,
  env: { readonly [name: string]: string },
  line: string | RegExp,
  directory?: string
) =>
  it(name, async () => {
    const server = start(env, directory)
    assert.strictEqual(await server.ended, 1)
    assert.strictEqual(server.seen.out, "")
    const [only = "", ...more] = server.seen.error.trimEnd().split("\n")
    assert.deepStrictEqual(more, [])
    if (typeof line === "string") assert.strictEqual(only, `leadline: ${line}`)
    else assert.match(only, line)
  })

describe.concurrent("a server that cannot start says why in one line and exits with 1", () => {
  fails("a wrong setting", { PORT: "http" }, `PORT: expected a whole number from 0 to 65535, got "http"`)

  fails(
    "a directory that is not there",
    { LEADLINE_DATA_DIR: "/does/not/exist" },
    "LEADLINE_DATA_DIR: the directory /does/not/exist does not exist"
  )

  fails(
    "a directory that is a file",
    { LEADLINE_DATA_DIR: main },
    `LEADLINE_DATA_DIR: ${main} is not a directory`
  )

  const broken = emptyDirectory()
  writeFileSync(join(broken, "leadline.sqlite"), "this is no database, whatever its name says".repeat(100))
  fails(
    "a database that is none",
    { LEADLINE_DATA_DIR: broken },
    /^leadline: The database .*leadline\.sqlite cannot be used/
  )

  fails(
    "an address of another machine",
    { HOST: "192.0.2.1" },
    "HOST: 192.0.2.1 is not an address of this machine"
  )

  it("a port in use", async () => {
    const holder = Net.createServer()
    const port = await new Promise<number>((resolve) =>
      holder.listen(0, "127.0.0.1", () => {
        const address = holder.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    )
    const server = start({ PORT: String(port) })
    assert.strictEqual(await server.ended, 1)
    holder.close()
    assert.strictEqual(
      server.seen.error.trimEnd(),
      `leadline: PORT: ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another number`
    )
    assert.strictEqual(server.seen.out, "")
  })
})
