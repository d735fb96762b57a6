// A client over any fetch, and where none may be made. The faults of the laboratory run over it, too.
import { createClient, layerClient } from "@leadline/transport-fetch"
import { afterEach, assert, describe, it, vi } from "vitest"
import { text } from "node:stream/consumers"
import { serve } from "./fixtures/serve.ts"

const baseUrl = "http://service.test"

afterEach(() => void vi.unstubAllGlobals())

const rejection = (promise: Promise<unknown>): Promise<object> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => Object(error)
  )

const made = (options: object) => () => createClient({ baseUrl, ...options })

it("options that are no object, unknown or invalid are a TypeError", () => {
  for (const given of [null, new Map([["baseUrl", "http://a"]]), [], "http://a"])
    for (const make of [createClient, layerClient])
      assert.throws(() => make(given as never), TypeError, /^options: expected an object, as of Object/)
  for (const [options, message] of [
    [{ baseURL: baseUrl }, /^baseURL: unknown option, use baseUrl/],
    [{ baseUrl: undefined }, /^baseUrl: expected/],
    [{ proxy: "env" }, /^proxy: unknown option; known are .*dangerouslyAllowBrowser/],
    [{ fetch: "fetch" }, /^fetch: expected a function/],
    [{ requestInit: 1 }, /^requestInit: expected an object/],
    [{ dangerouslyAllowBrowser: 1 }, /^dangerouslyAllowBrowser: expected true or false/],
    [{ concurrency: 0 }, /^concurrency: expected an integer from 1/]
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
  const node = { versions: { node: "26.0.0" } }
  const worker = { process: undefined, WorkerGlobalScope: {} }
  it.each([
    ["a page", false, { document: {}, process: { versions: {} } }],
    ["a page without process", false, { document: {}, process: undefined }],
    ["a page with a shim of process that claims Node", false, { document: {}, process: node }],
    [
      "a page with a shim of process that claims a browser",
      false,
      { document: {}, process: { browser: true } }
    ],
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
