// A server whose engine is a model in its own process: what it answers, refuses, and how it ends.
import { writeTinyModel } from "@leadline/lab"
import { truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { ask, emptyDirectory, refusalOf, send, start } from "../support/serverProcess.ts"

/** A file of backends with a model beside it, one thread as the machine is busy. */
const writeBackends = (more: object = {}) => {
  const folder = emptyDirectory()
  writeTinyModel(join(folder, "tiny.gguf"), 0)
  const file = join(folder, "backends.yaml")
  const local = { kind: "llama", model: "tiny.gguf", threads: 1, ...more }
  const routes = { chat: ["local"], decisions: ["local"], responses: ["local"] }
  writeFileSync(file, JSON.stringify({ backends: { local }, routes }))
  return { file, folder, model: join(folder, "tiny.gguf") }
}

/** A request that takes the model some seconds. */
const long = {
  model: "decider-27b",
  state: "I was charged twice. ".repeat(80),
  questions: Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`q${at}`, { type: "noul", instructions: `Is it ${at}?` }])
  )
}

describe("a server with a model in its process", () => {
  it("answers decisions by it, says what memory it takes, and ends gracefully in the middle of a request", async () => {
    const { model } = writeBackends()
    const server = start({ LEADLINE_ENGINE: "llama", LEADLINE_MODEL: model })
    const { baseUrl, key } = await server.ready()
    await server.printed(/"The model is loaded".*at most \d+ MB/)
    const first = await ask(baseUrl, key)
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(first.headers.get("x-leadline-backend"), "llama")
    assert.strictEqual((await ask(baseUrl, key)).text, first.text)
    const pending = send(`${baseUrl}/v1/decisions`, key, long)
    // Answered after the server has the request before it.
    assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
    await server.stop()
    assert.strictEqual((await pending).status, 200)
  })

  it("ends at once when it is killed in the middle of a request", async () => {
    const { file } = writeBackends()
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    const pending = send(`${baseUrl}/v1/decisions`, key, long).catch(() => undefined)
    await ask(baseUrl, key).catch(() => undefined)
    await server.kill()
    await pending
  })

  it("lets one request wait and refuses the next where no more may, and all is well afterwards", async () => {
    const { file } = writeBackends({ waiting: 1 })
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    const sent = await Promise.all([1, 2, 3].map(() => send(`${baseUrl}/v1/decisions`, key, long)))
    const statuses = sent.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepStrictEqual(statuses, [200, 200, 503])
    const refused = sent.find(({ status }) => status === 503)
    assert.isAtLeast(Number(refused?.headers.get("retry-after")), 1)
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    await server.stop()
  })

  it("ends the work of a caller who leaves, so that the next has the model", async () => {
    const { file } = writeBackends()
    const server = start({ LEADLINE_BACKENDS: file })
    const { baseUrl, key } = await server.ready()
    const leaving = new AbortController()
    const endless = {
      ...long,
      questions: Object.fromEntries(
        Object.entries(long.questions).concat(
          Array.from({ length: 90 }, (_, at) => [`r${at}`, { type: "noul", instructions: `Was it ${at}?` }])
        )
      )
    }
    const left = fetch(`${baseUrl}/v1/decisions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(endless),
      signal: leaving.signal
    }).catch(() => "left")
    assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
    leaving.abort()
    assert.strictEqual(await left, "left")
    assert.strictEqual((await ask(baseUrl, key)).status, 200)
    await server.stop()
  })

  it("does not start with a file that is no model, and says so in one line", async () => {
    const { file, folder, model } = writeBackends()
    assert.match(
      await refusalOf({ LEADLINE_ENGINE: "llama", LEADLINE_MODEL: file }),
      /The model cannot be loaded: .*backends\.yaml: it is not a GGUF file\.$/
    )
    truncateSync(model, 5_000)
    assert.match(
      await refusalOf({ LEADLINE_BACKENDS: file }),
      /tiny\.gguf: it ends within its header, after \d+ bytes\.$/
    )
    assert.match(
      await refusalOf({ LEADLINE_ENGINE: "llama", LEADLINE_MODEL: join(folder, "none.gguf") }),
      /cannot be read: .*none\.gguf \(ENOENT\)\.$/
    )
  })
})

describe("leadline backends check", () => {
  it("loads the model, and says what it is and what it answers", async () => {
    const { file } = writeBackends()
    const { code, error, out } = await leadline(["backends", "check", "--backends", file])
    assert.strictEqual(code, 0, error)
    for (const text of ["tiny-random", "4096 tokens", "label mass", "structured output", "at most"])
      assert.include(out, text)
    assert.notInclude(out, "FAILS")
  })
})
