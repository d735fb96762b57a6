import { afterEach, assert, describe, it, vi } from "vitest"
import { makeTransport } from "../src/transport.ts"
import { serve } from "./fixtures/serve.ts"
import { request, sending, witness } from "./fixtures/witness.ts"

afterEach(() => void vi.unstubAllGlobals())

const sent = async (options: Parameters<typeof makeTransport>[0], body: string | undefined = "{}") => {
  const calls: Array<RequestInit & { readonly [name: string]: unknown }> = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    calls.push({ ...init, url })
    return new Response("")
  }
  const seen = witness()
  makeTransport({ ...options, fetch }).send({ ...request, body }, seen.receiver)
  await seen.over
  return calls[0] ?? assert.fail("nothing was sent")
}

describe("what goes out", () => {
  it("the request goes without redirects, cookies and cache", async () => {
    assert.deepInclude(await sent({}), {
      url: request.url,
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
    const url = await serve((_, response) => response.end("ok"))
    const seen = witness()
    makeTransport({ requestInit: { keepalive: true } }).send({ ...request, url }, seen.receiver)
    await seen.over
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
    assert.doesNotHaveAnyKeys(await sent({}), ["credentials", "cache"])
  })

  it.each(["{}", ""])("on Deno a body is one that Deno does not send twice: %j", async (body) => {
    vi.stubGlobal("Deno", {})
    const init = await sent({}, body)
    assert.instanceOf(init.body, Blob)
    assert.strictEqual(await init.body.text(), body)
  })

  it("fetch is called without a this", async () => {
    const holders: Array<unknown> = []
    const { over } = sending({
      fetch: async function (this: unknown) {
        holders.push(this)
        return new Response("")
      }
    })
    await over
    assert.deepEqual(holders, [undefined])
  })

  it("the runtime's fetch is looked up at each request", async () => {
    const transport = makeTransport()
    vi.stubGlobal("fetch", async () => new Response("later"))
    const seen = witness()
    transport.send(request, seen.receiver)
    await seen.over
    assert.deepEqual(seen.reported, ["head 200", "later", "end"])
  })
})

describe("what the runtime decodes", () => {
  it.each([
    ["nothing on Deno", "Deno", []],
    ["little on workerd", "WebSocketPair", ["gzip", "br"]],
    ["more elsewhere", "Other", ["gzip", "x-gzip", "deflate", "br"]]
  ] as const)("is %s", (_, name, codings) => {
    vi.stubGlobal(name, {})
    const found = makeTransport().codings
    if (name === "Other") assert.includeMembers([...found], [...codings])
    else assert.deepEqual(found, [...codings])
  })
})
