// Calls of the page: what the demo server refuses, what the service refuses, how streams end.
import { afterAll, assert, describe, it } from "vitest"
import { makeSessions } from "../../src/server/sessions.ts"
import { calls, type Reply } from "../../src/protocol.ts"
import { slowService } from "../slowService.ts"
import { chat, demo, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

describe("a call", () => {
  it.each([
    ["/api/call", { operation: "constructor", request: {} }],
    ["/api/call", { operation: "chat.stream", request: {} }],
    ["/api/stream", { operation: "chat.create", request: {} }],
    ["/api/call", null]
  ])("to %s with %j is 400", async (path, body) => {
    assert.equal((await (await visit(fetch)).post(path, body)).status, 400)
  })

  it.each(["/api/call", "/api/skills"])("with a body that has no end is 413: %s", async (path) => {
    const { post } = await visit(fetch)
    let sent = 0
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      sent++
      controller.enqueue(new Uint8Array(1024 * 1024))
    }
    const body = { body: new ReadableStream({ pull }), duplex: "half" } as RequestInit
    assert.equal((await post(path, undefined, body)).status, 413)
    assert.isBelow(sent, 56)
  })

  // Calls of reviews go to the server as they are: a client has no method for them.
  it.each(calls.filter((name) => !name.endsWith("list") && !name.startsWith("reviews.")))(
    "of %s with nothing in it is refused by the client",
    async (operation) => {
      const { post } = await visit(fetch)
      const reply = (await (await post("/api/call", { operation, request: {} })).json()) as Reply
      assert.containSubset(reply, { ok: false, problem: { _tag: "InvalidRequestError", phase: "request" } })
    }
  )
})

const requestOf = (cookie: string) =>
  new Request("http://localhost/", { headers: { cookie: cookie.split(";")[0] ?? "" } })

describe("a visitor", () => {
  it("may call 60 times at once, and 10 times a second after that", () => {
    let now = 0
    const sessions = makeSessions(() => now)
    const session = sessions.find(requestOf(sessions.open()))
    const taken = () => Array.from({ length: 100 }, () => session?.take()).filter((each) => each === true)
    assert.lengthOf(taken(), 60)
    now += 1_000
    assert.lengthOf(taken(), 10)
    now += 3_600_000
    assert.lengthOf(taken(), 60)
  })

  it.each([
    [5_000, "any address", undefined],
    [100, "one address", "203.0.113.7"]
  ])("is forgotten when %i others came since from %s, and not before", (most, _from, address) => {
    const sessions = makeSessions()
    const first = requestOf(sessions.open(address))
    const second = requestOf(sessions.open(address))
    for (let others = 2; others < most; others++) sessions.open(address)
    assert.isDefined(sessions.find(first))
    sessions.open(address)
    assert.isDefined(sessions.find(first))
    assert.isUndefined(sessions.find(second))
  })

  it("is not forgotten for those of another address", () => {
    const sessions = makeSessions()
    const visitor = requestOf(sessions.open("198.51.100.1"))
    for (let at = 0; at < 10_000; at++) sessions.open("203.0.113.7")
    assert.isDefined(sessions.find(visitor))
  })
})

describe("a stream", () => {
  it("has a line for each event, and one for its end", async () => {
    const { post } = await visit(fetch)
    const answer = await post("/api/stream", chat)
    assert.equal(answer.headers.get("content-type"), "application/x-ndjson")
    const lines = (await answer.text()).trim().split(/\n+/)
    assert.isAbove(lines.length, 2)
    assert.equal(lines.pop(), '{"done":true}')
    for (const line of lines) assert.hasAllKeys(JSON.parse(line), ["event"])
  })

  it("that is no longer read ends the call of the service", async () => {
    const service = await slowService()
    const slow = demo(service.environment)
    const { post } = await visit(slow.fetch)
    const reader = (await post("/api/stream", chat)).body?.getReader()
    const first = await reader?.read()
    assert.include(new TextDecoder().decode(first?.value), "Slowly")
    // No event, but an empty line that keeps it alive.
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), "\n")
    await reader?.cancel()
    await service.left
    await slow.close()
    await service.close()
  })
})
