// A client over any fetch, and where none may be made. The faults of the laboratory run over it, too.
import { createClient, layerClient } from "@leadline/transport-fetch"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, assert, describe, it, onTestFinished, vi } from "vitest"

const baseUrl = "http://service.test"

afterEach(() => void vi.unstubAllGlobals())

const rejection = (promise: Promise<unknown>): Promise<object> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => Object(error)
  )

const made = (options: object) => () => createClient({ baseUrl, ...options })

it("options that are no object, unknown or invalid are a TypeError", () => {
  for (const make of [createClient, layerClient])
    assert.throws(() => make(new Map() as never), TypeError, /^options: expected an object, as of Object/)
  for (const [options, message] of [
    [{ baseURL: baseUrl }, /^baseURL: unknown option, use baseUrl/],
    [{ baseUrl: undefined }, /^baseUrl: expected/],
    [{ proxy: "env" }, /^proxy: unknown option; known are .*dangerouslyAllowBrowser/],
    [{ fetch: "fetch" }, /^fetch: expected a function/],
    [{ dangerouslyAllowBrowser: 1 }, /^dangerouslyAllowBrowser: expected true or false/]
  ] as const)
    assert.throws(made(options), TypeError, message)
})

it("a fetch that ignores its signal, or a body its cancellation, holds up neither abort nor deadline", async () => {
  const client = createClient({ baseUrl, fetch: () => new Promise(() => undefined) })
  const controller = new AbortController()
  const call = rejection(client.models.list({ signal: controller.signal }))
  controller.abort(new Error("mine"))
  assert.strictEqual(await call, controller.signal.reason)
  const late = { _tag: "DeadlineExceededError" }
  assert.deepInclude(await rejection(client.models.list({ timeout: 20 })), { ...late, phase: "headers" })
  const endless = new ReadableStream({ cancel: () => new Promise(() => undefined) })
  const reading = createClient({ baseUrl, timeout: 20, fetch: async () => new Response(endless) })
  assert.deepInclude(await rejection(reading.models.list()), { ...late, phase: "body" })
})

it("a body and its answer arrive whole by the runtime's own fetch, with their lengths, however long", async () => {
  const server = createServer(async (request, response) => {
    const { authorization, "content-length": length, "transfer-encoding": coding } = request.headers
    response.end(JSON.stringify([authorization, length, coding ?? "none", await text(request)]))
  }).listen(0, "127.0.0.1")
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const requestInit = { keepalive: true }
  const client = createClient({ apiKey: "secret", baseUrl: `http://127.0.0.1:${port}`, requestInit })
  for (const body of ["ä€😀", "ä".repeat(1_000_000), ""]) {
    const sent = JSON.stringify(body)
    const answer = await client.request({ method: "POST", path: "/x", body })
    assert.deepEqual(answer, ["Bearer secret", String(Buffer.byteLength(sent)), "none", sent])
  }
})

describe("in a browser", () => {
  const node = { versions: { node: "26.0.0" } }
  const worker = { process: undefined, WorkerGlobalScope: {} }
  it.each([
    ["a page", false, { document: {}, process: undefined }],
    ["a page with a shim of process that claims Node", false, { document: {}, process: node }],
    ["a web worker", false, worker],
    ["Node with a document", true, { document: {} }],
    ["workerd", true, { ...worker, navigator: { userAgent: "Cloudflare-Workers" } }],
    ["Deno", true, { ...worker, Deno: {}, navigator: undefined }]
  ])("a client is made without a word in %s: %s", (_, isMade, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    if (isMade) assert.doesNotThrow(made({}))
    else assert.throws(made({}), /dangerouslyAllowBrowser/)
  })

  it("a client that is allowed sends no header that fails a preflight by itself", async () => {
    vi.stubGlobal("process", { versions: {} })
    vi.stubGlobal("document", {})
    let names: ReadonlyArray<string> = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      names = [...new Headers(init?.headers).keys()]
      return new Response(`{"object":"list","data":[]}`)
    }
    await createClient({ baseUrl, fetch, dangerouslyAllowBrowser: true }).models.list()
    assert.deepEqual(names, ["accept", "accept-encoding"])
  })
})
