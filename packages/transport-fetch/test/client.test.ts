import { createClient, layerClient } from "@leadline/transport-fetch"
import { afterEach, assert, describe, it, vi } from "vitest"
import { text } from "node:stream/consumers"
import { serve } from "./fixtures/serve.ts"

const list = `{"object":"list","data":[]}`
const baseUrl = "http://service.test"

afterEach(() => void vi.unstubAllGlobals())

const rejection = (promise: Promise<unknown>): Promise<object> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => Object(error)
  )

const made = (options: object) => () => createClient({ baseUrl, ...options })

describe("over any fetch", () => {
  it.each([null, new Map([["baseUrl", "http://a"]]), [], "http://a", 1])(
    "options that are %s are a TypeError",
    (given) => {
      const expected = /^options: expected an object, as of Object.fromEntries$/
      for (const make of [createClient, layerClient])
        assert.throws(() => make(given as never), TypeError, expected)
    }
  )

  it.each([
    [{ baseURL: baseUrl }, "baseURL: unknown option, use baseUrl"],
    [{ baseUrl: undefined }, /^baseUrl: expected/],
    [{ proxy: "env" }, /^proxy: unknown option; known are .*dangerouslyAllowBrowser/],
    [{ fetch: "fetch" }, "fetch: expected a function"],
    [{ requestInit: 1 }, "requestInit: expected an object"],
    [{ dangerouslyAllowBrowser: 1 }, "dangerouslyAllowBrowser: expected true or false"],
    [{ concurrency: 0 }, "concurrency: expected an integer from 1"]
  ])("an unknown or invalid option is a TypeError: %j", (options, message) => {
    assert.throws(made(options), TypeError, message)
  })

  it("a fetch that ignores its signal holds an abort up no more than a deadline", async () => {
    const client = createClient({ baseUrl, fetch: () => new Promise(() => undefined) })
    const controller = new AbortController()
    const call = rejection(client.models.list({ signal: controller.signal }))
    controller.abort(new Error("mine"))
    assert.strictEqual(await call, controller.signal.reason)
    assert.deepInclude(await rejection(client.models.list({ timeout: 20 })), {
      _tag: "DeadlineExceededError",
      phase: "headers"
    })
  })

  it("a body that ignores its cancellation does not hold the deadline up", async () => {
    const endless = new ReadableStream({ cancel: () => new Promise(() => undefined) })
    const client = createClient({ baseUrl, timeout: 20, fetch: async () => new Response(endless) })
    assert.deepInclude(await rejection(client.models.list()), {
      _tag: "DeadlineExceededError",
      phase: "body"
    })
  })
})

describe("over the runtime's own fetch", () => {
  it("a body and its answer arrive whole, with their lengths, however long", async () => {
    const client = createClient({
      apiKey: "secret",
      baseUrl: await serve(async (request, response) => {
        const { authorization, "content-length": length, "transfer-encoding": coding } = request.headers
        response.end(JSON.stringify([authorization, length, coding ?? "none", await text(request)]))
      })
    })
    for (const body of [{ a: "ä€😀" }, { a: "ä".repeat(1_000_000) }, ""]) {
      const sent = JSON.stringify(body)
      const answer = await client.request({ method: "POST", path: "/x", body })
      assert.deepEqual(answer, ["Bearer secret", String(Buffer.byteLength(sent)), "none", sent])
    }
  })

  it("a redirect of a body is refused, and frees its endless connection", async () => {
    const closed = Promise.withResolvers<void>()
    const client = createClient({
      baseUrl: await serve((request, response) => {
        request.resume()
        response.writeHead(307, { location: "http://127.0.0.1:1/" })
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on("drain", more).on("close", () => closed.resolve())
        more()
      })
    })
    const call = client.request({ method: "POST", path: "/x", body: {} })
    assert.deepInclude(await rejection(call), { reason: "redirect", status: 307 })
    await closed.promise
  })
})

describe("in a browser", () => {
  const refused = /dangerouslyAllowBrowser/
  const node = { versions: { node: "26.0.0" } }
  const worker = { process: undefined, WorkerGlobalScope: {} }
  it.each([
    ["a page", { document: {}, process: { versions: {} } }],
    ["a page without process", { document: {}, process: undefined }],
    ["a page with a shim of process that claims Node", { document: {}, process: node }],
    ["a page with a shim of process that claims a browser", { document: {}, process: { browser: true } }],
    ["a web worker", worker]
  ])("a client is refused: %s", (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    assert.throws(made({}), refused)
  })

  it.each([
    ["Node with a document", { document: {} }],
    ["workerd", { ...worker, navigator: { userAgent: "Cloudflare-Workers" } }],
    ["Deno", { ...worker, Deno: {}, navigator: undefined }]
  ])("a client is made, as this is none: %s", (_, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    assert.doesNotThrow(made({}))
  })

  it("a client that is allowed sends no header that fails a preflight by itself", async () => {
    vi.stubGlobal("process", { versions: {} })
    vi.stubGlobal("document", {})
    let names: ReadonlyArray<string> = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      names = [...new Headers(init?.headers).keys()]
      return new Response(list)
    }
    await createClient({ baseUrl, fetch, dangerouslyAllowBrowser: true }).models.list()
    assert.deepEqual(names, ["accept", "accept-encoding"])
  })
})
