// A server with a configuration of backends: programs, fall-back, reload at a signal, what it does not start with, and a model in its process.
import { writeTinyModel } from "@leadline/lab"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, refusalOf, send, start } from "../support/serverProcess.ts"

const program = (noul: number) =>
  `${process.execPath} ${join(import.meta.dirname, "fixtures/decisionServer.mjs")} {port} ${noul}`

const away = { kind: "leadline", url: "http://127.0.0.1:9" }

/** A file of backends in a new directory; JSON is YAML. */
const writeFile = (configuration: unknown, file = join(emptyDirectory(), "backends.yaml")) => {
  writeFileSync(file, JSON.stringify(configuration))
  return file
}

/** The status, the backend and the answer of a request. */
const found = async (baseUrl: string, key: string) => {
  const { headers, status, text } = await ask(baseUrl, key)
  return [status, headers.get("x-leadline-backend"), JSON.parse(text).answers?.refund.noul].join()
}

describe("a server with backends", () => {
  it("starts a program, falls back, changes at SIGHUP, and refuses a wrong file then", async () => {
    const first = { local: { kind: "leadline", command: program(0.25) }, away }
    const file = writeFile({ backends: first, routes: { decisions: ["away", "local", "embedded"] } })
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    await eventually("an answer by local", async () => (await found(baseUrl, key)) === "200,local,0.25")
    writeFile({ backends: first, routes: { decisions: ["unknown"] } }, file)
    server.child.kill("SIGHUP")
    await server.printed("is unchanged")
    assert.include(server.seen.stderr, "is no backend: expected one of local")
    assert.strictEqual(await found(baseUrl, key), "200,local,0.25")
    const other = { kind: "leadline", command: program(0.75) }
    writeFile({ backends: { other }, routes: { decisions: ["other", "embedded"] } }, file)
    server.child.kill("SIGHUP")
    await eventually("an answer by other", async () => (await found(baseUrl, key)) === "200,other,0.75")
    await server.stop()
  })

  it("does not start with a key in the file, an address that is not allowed, or a file that is too long", async () => {
    const plain = writeFile({ backends: { a: { ...away, apiKey: "sk-plain" } } })
    const line = await refusalOf({ LEADLINE_BACKENDS: plain })
    assert.include(line, "backends.a.apiKey: expected env:NAME or file:PATH")
    assert.notInclude(line, "sk-plain")
    const address = "leadline http://10.0.0.5"
    assert.include(await refusalOf({ LEADLINE_BACKENDS: address }), "http is allowed for this machine")
    assert.include(await refusalOf({ LEADLINE_BACKENDS: "/dev/zero" }), "expected at most 131072 characters")
  })
})

const check = (backends: object, ...flags: ReadonlyArray<string>) =>
  leadline(["backends", "check", "--backends", writeFile({ backends }), ...flags])

it("leadline backends check exits with 1 when a backend cannot be used; schema prints a JSON Schema", async () => {
  assert.hasAnyKeys(JSON.parse((await leadline(["backends", "schema"])).out), ["$schema", "$ref", "type"])
  const { code, error, out } = await check({ local: { kind: "leadline", command: program(0.5) } })
  assert.strictEqual(code, 0, error)
  assert.match(out, /^BACKEND +KIND +CAPABILITY +VALUE +ADVICE\nlocal +leadline +reachable +\d+ ms\n$/)
  const unusable = await check({ away }, "--json")
  assert.strictEqual(unusable.code, 1)
  assert.deepInclude(JSON.parse(unusable.out)[0], { name: "away", kind: "leadline" })
  assert.include(unusable.error, "Not all backends can be used: away")
  const missing = await check({ gone: { kind: "leadline", command: "/does/not/exist {port}" } })
  assert.match(missing.out, /\ngone +leadline +program +FAILS: spawn \/does\/not\/exist ENOENT +It cannot/)
})

it("a server with a model in its process says what memory it takes, and ends gracefully in the middle of a request", async () => {
  const model = join(emptyDirectory(), "tiny.gguf")
  writeTinyModel(model, 0)
  const server = start({ LEADLINE_ENGINE: "llama", LEADLINE_MODEL: model })
  const { baseUrl, key } = await server.ready()
  await server.printed(/"The model is loaded".*at most \d+ MB/)
  const names = Array.from({ length: 30 }, (_, at) => [
    `q${at}`,
    { type: "noul", instructions: `Is it ${at}?` }
  ])
  // It takes the model some seconds.
  const state = "I was charged twice. ".repeat(80)
  const long = { model: "decider-27b", state, questions: Object.fromEntries(names) }
  const pending = send(`${baseUrl}/v1/decisions`, key, long)
  // Answered after the server has the request before it.
  assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
  await server.stop()
  const { headers, status } = await pending
  assert.deepStrictEqual([status, headers.get("x-leadline-backend")], [200, "llama"])
})
