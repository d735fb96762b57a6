import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it, vi } from "vitest"
import { makeTransport } from "../src/transport.ts"
import { request, witness } from "./fixtures/witness.ts"

const sent = async (options: Parameters<typeof makeTransport>[0], body: string | undefined = "{}") => {
  const calls: Array<RequestInit & { readonly [name: string]: unknown }> = []
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    calls.push({ ...init })
    return new Response("")
  }
  const seen = witness()
  makeTransport({ ...options, fetch }).send({ ...request, body }, seen.receiver)
  await seen.over
  return calls[0] ?? assert.fail("nothing was sent")
}

const codingsWith = (name: string | undefined) => {
  if (name !== undefined) vi.stubGlobal(name, {})
  try {
    return makeTransport().codings
  } finally {
    vi.unstubAllGlobals()
  }
}

describe("what goes out", () => {
  it("the request goes without redirects, cookies and cache", async () => {
    assert.deepInclude(await sent({}), {
      method: "POST",
      headers: { "x-a": "1" },
      body: "{}",
      redirect: "manual",
      credentials: "omit",
      cache: "no-store"
    })
  })

  it("fields of one's own go along", async () => {
    const init = await sent({ requestInit: { credentials: "include", dispatcher: 1 } })
    assert.deepInclude(init, { credentials: "include", dispatcher: 1, cache: "no-store" })
  })

  it("keepalive of one's own does no harm on Node", async () => {
    const server = createServer((_, response) => response.end("ok"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const seen = witness()
    const transport = makeTransport({ requestInit: { keepalive: true } })
    transport.send({ ...request, url: `http://127.0.0.1:${port}/` }, seen.receiver)
    await seen.over
    server.closeAllConnections()
    server.close()
    assert.deepEqual(seen.reported, ["head 200", "ok", "end"])
  })

  it("fields of one's own never change the request", async () => {
    const requestInit: object = {
      method: "GET",
      body: "other",
      redirect: "follow",
      headers: {},
      signal: null
    }
    const init = await sent({ requestInit: { ...requestInit } })
    assert.deepInclude(init, { method: "POST", body: "{}", redirect: "manual", headers: { "x-a": "1" } })
    assert.instanceOf(init.signal, AbortSignal)
  })

  it("a field the runtime's requests do not have is left out", async () => {
    vi.stubGlobal("Request", () => undefined)
    try {
      assert.doesNotHaveAnyKeys(await sent({}), ["credentials", "cache"])
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("on Deno a body is one that Deno does not send twice", async () => {
    vi.stubGlobal("Deno", {})
    try {
      const { body } = await sent({})
      assert.instanceOf(body, Blob)
      assert.strictEqual(await body.text(), "{}")
      assert.strictEqual((await sent({}, "")).body instanceof Blob, true)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("fetch is called without a this", async () => {
    const holders: Array<unknown> = []
    const seen = witness()
    const transport = makeTransport({
      fetch: async function (this: unknown) {
        holders.push(this)
        return new Response("")
      }
    })
    transport.send(request, seen.receiver)
    await seen.over
    assert.deepEqual(holders, [undefined])
  })

  it("the runtime's fetch is looked up at each request", async () => {
    const transport = makeTransport()
    vi.stubGlobal("fetch", async () => new Response("later"))
    try {
      const seen = witness()
      transport.send(request, seen.receiver)
      await seen.over
      assert.deepEqual(seen.reported, ["head 200", "later", "end"])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe("what the runtime decodes", () => {
  it("is nothing on Deno, little on workerd, and more elsewhere", () => {
    assert.deepEqual(codingsWith("Deno"), [])
    assert.deepEqual(codingsWith("WebSocketPair"), ["gzip", "br"])
    assert.includeMembers([...codingsWith(undefined)], ["gzip", "x-gzip", "deflate", "br"])
  })
})
