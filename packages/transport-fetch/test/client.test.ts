import { createClient, layerClient } from "@leadline/transport-fetch"
import { afterEach, assert, describe, it, vi } from "vitest"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"

const list = `{"object":"list","data":[]}`
const baseUrl = "http://service.test"

afterEach(() => vi.unstubAllGlobals())

const rejection = (promise: Promise<unknown>): Promise<object> =>
  promise.then(
    () => assert.fail("it was answered"),
    (error: unknown) => Object(error)
  )

const page = () => {
  vi.stubGlobal("process", { versions: {} })
  vi.stubGlobal("document", {})
}

const serve = async (listener: Http.RequestListener) => {
  const server = Http.createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const made = (options: object) => () => createClient({ baseUrl, ...options })

describe("over any fetch", () => {
  it("a call goes through the fetch given, without cookies, cache or redirects", async () => {
    const calls: Array<readonly [string, RequestInit | undefined]> = []
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      calls.push([new Request(input).url, init])
      return new Response(list)
    }
    const client = createClient({ baseUrl, apiKey: "secret", fetch })
    assert.deepEqual((await client.models.list()).data, [])
    const [url, init] = calls[0] ?? []
    assert.strictEqual(url, "http://service.test/v1/models")
    assert.deepInclude(init, { redirect: "manual", credentials: "omit", cache: "no-store", method: "GET" })
    assert.strictEqual(new Headers(init?.headers).get("authorization"), "Bearer secret")
  })

  it.each([null, new Map([["baseUrl", "http://a"]]), [], "http://a", 1])(
    "options that are %s are a TypeError",
    (given) => {
      const options = given as never
      const expected = /^options: expected an object, as of Object.fromEntries$/
      assert.throws(() => createClient(options), TypeError, expected)
      assert.throws(() => layerClient(options), TypeError, expected)
    }
  )

  it("an unknown or invalid option is a TypeError", () => {
    assert.throws(
      () => createClient({ baseURL: baseUrl } as never),
      TypeError,
      "baseURL: unknown option, use baseUrl"
    )
    assert.throws(() => createClient(JSON.parse("{}")), TypeError, /^baseUrl: expected/)
    assert.throws(
      made({ proxy: "env" }),
      TypeError,
      /^proxy: unknown option; known are .*dangerouslyAllowBrowser/
    )
    assert.throws(made({ fetch: "fetch" }), TypeError, "fetch: expected a function")
    assert.throws(made({ requestInit: 1 }), TypeError, "requestInit: expected an object")
    assert.throws(
      made({ dangerouslyAllowBrowser: 1 }),
      TypeError,
      "dangerouslyAllowBrowser: expected true or false"
    )
    assert.throws(made({ concurrency: 0 }), TypeError, "concurrency: expected an integer from 1")
  })

  it("a fetch that rejects without saying why counts as sent", async () => {
    const client = createClient({
      baseUrl,
      maxRetries: 0,
      fetch: () => Promise.reject(new TypeError("Failed to fetch"))
    })
    const error = await rejection(client.models.list())
    assert.deepInclude(error, { _tag: "ConnectionError", reason: "unknown", sent: true })
  })

  it("a redirect a browser hides is an InvalidResponseError", async () => {
    const hidden = new Response(null)
    Object.defineProperty(hidden, "status", { value: 0 })
    const error = await rejection(createClient({ baseUrl, fetch: async () => hidden }).models.list())
    assert.deepInclude(error, { _tag: "InvalidResponseError", reason: "redirect", attempts: 1 })
  })

  it("a fetch that ignores its signal holds neither abort nor deadline up", async () => {
    const client = createClient({ baseUrl, timeout: 60, fetch: () => new Promise(() => undefined) })
    const began = performance.now()
    assert.deepInclude(await rejection(client.models.list()), {
      _tag: "DeadlineExceededError",
      phase: "headers"
    })
    const controller = new AbortController()
    const reason = new Error("mine")
    const call = rejection(client.models.list({ signal: controller.signal }))
    controller.abort(reason)
    assert.strictEqual(await call, reason)
    assert.isBelow(performance.now() - began, 5_000)
  })

  it("a body that ignores its cancellation does not hold the deadline up", async () => {
    const endless = new ReadableStream({ cancel: () => new Promise(() => undefined) })
    const client = createClient({ baseUrl, timeout: 60, fetch: async () => new Response(endless) })
    const began = performance.now()
    assert.deepInclude(await rejection(client.models.list()), {
      _tag: "DeadlineExceededError",
      phase: "body"
    })
    assert.isBelow(performance.now() - began, 5_000)
  })
})

describe("over the runtime's own fetch", () => {
  it("a body arrives whole, with its length, however long", async () => {
    const seen: Array<readonly [string | undefined, string | undefined, string]> = []
    await using server = await serve((request, response) => {
      let text = ""
      request.setEncoding("utf8")
      request.on("data", (piece: string) => (text += piece))
      request.on("end", () => {
        const { "content-length": length, "transfer-encoding": coding } = request.headers
        seen.push([length, coding, text])
        response.end("{}")
      })
    })
    const client = createClient(server)
    const bodies = [{ a: "ä€😀" }, { a: "ä".repeat(1_000_000) }, ""]
    for (const body of bodies) await client.request({ method: "POST", path: "/x", body })
    assert.deepEqual(
      seen,
      bodies.map((body) => {
        const text = JSON.stringify(body)
        return [String(Buffer.byteLength(text)), undefined, text]
      })
    )
  })

  it("a redirect of a body is refused, and frees its endless connection", async () => {
    const closed = Promise.withResolvers<void>()
    await using server = await serve((request, response) => {
      request.resume()
      response.writeHead(307, { location: "http://127.0.0.1:1/" })
      const more = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
      response.on("close", () => {
        clearInterval(more)
        closed.resolve()
      })
    })
    const call = createClient(server).request({ method: "POST", path: "/x", body: {} })
    assert.deepInclude(await rejection(call), { reason: "redirect", status: 307 })
    await closed.promise
  })

  it("an answer arrives whole", async () => {
    await using server = await serve((_, response) => response.end(list))
    const { data, response } = await createClient(server).models.list().withResponse()
    assert.deepEqual(data.data, [])
    assert.strictEqual(response.status, 200)
  })
})

describe("in a browser", () => {
  it("a client is refused", () => {
    page()
    assert.throws(() => createClient({ baseUrl }), /dangerouslyAllowBrowser/)
  })

  it("a client that is allowed sends no header that fails a preflight by itself", async () => {
    page()
    let names: ReadonlyArray<string> = []
    const fetch = async (_: unknown, init?: RequestInit) => {
      names = [...new Headers(init?.headers).keys()]
      return new Response(list)
    }
    await createClient({ baseUrl, fetch, dangerouslyAllowBrowser: true }).models.list()
    assert.deepEqual(names, ["accept", "accept-encoding"])
  })

  it("a page is one whatever its shim of process claims", () => {
    vi.stubGlobal("document", {})
    for (const process of [undefined, { versions: { node: "26.0.0" } }, { browser: true, versions: {} }]) {
      vi.stubGlobal("process", process)
      assert.throws(() => createClient({ baseUrl }), /dangerouslyAllowBrowser/)
    }
  })

  it("Node with a document is none", () => {
    vi.stubGlobal("document", {})
    assert.doesNotThrow(() => createClient({ baseUrl }))
  })

  it("a web worker is one, Deno and workerd are none", () => {
    vi.stubGlobal("process", undefined)
    vi.stubGlobal("WorkerGlobalScope", {})
    assert.throws(() => createClient({ baseUrl }))
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" })
    assert.doesNotThrow(() => createClient({ baseUrl }))
    vi.stubGlobal("navigator", undefined)
    vi.stubGlobal("Deno", {})
    assert.doesNotThrow(() => createClient({ baseUrl }))
  })
})
