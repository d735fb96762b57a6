// Calls of the page: what the demo server refuses, what the service refuses, how streams end.
import { afterAll, assert, describe, it } from "vitest"
import { makeSessions } from "../../src/server/sessions.ts"
import { calls, type Reply } from "../../src/protocol.ts"
import { slowService } from "../slowService.ts"
import { chat, demo, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

const tooLarge = 48 * 1024 * 1024 + 1

/** An endless body that is produced only as it is read. */
const endless = () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1024 * 1024
      controller.enqueue(new Uint8Array(1024 * 1024))
    }
  })
  return { body, sent: () => sent }
}

describe("a call", () => {
  it.each(["constructor", "chat.stream", null])("of the operation %j is 400", async (operation) => {
    const { post } = await visit(fetch)
    assert.equal((await post("/api/call", { operation, request: {} })).status, 400)
  })

  it.each([
    ["/api/stream", { operation: "chat.create", request: {} }],
    ["/api/call", null]
  ])("to %s with %j is 400", async (path, body) => {
    const { post } = await visit(fetch)
    assert.equal((await post(path, body)).status, 400)
  })

  it.each(["/api/call", "/api/skills"])("with a body that has no end is 413: %s", async (path) => {
    const { headers } = await visit(fetch)
    const { body, sent } = endless()
    const answer = await fetch(
      new Request(`http://localhost${path}`, { method: "POST", body, duplex: "half", headers } as RequestInit)
    )
    assert.equal(answer.status, 413)
    assert.isBelow(sent(), tooLarge + 8 * 1024 * 1024)
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
    const taken = () =>
      Array.from({ length: 100 }, () => session?.take()).filter((each) => each === true).length
    assert.equal(taken(), 60)
    now += 1_000
    assert.equal(taken(), 10)
    now += 3_600_000
    assert.equal(taken(), 60)
  })

  it("is forgotten when 5,000 others came since, and not before", () => {
    const sessions = makeSessions()
    const first = requestOf(sessions.open())
    const second = requestOf(sessions.open())
    for (let others = 2; others < 5_000; others++) sessions.open()
    assert.isDefined(sessions.find(first))
    sessions.open()
    assert.isDefined(sessions.find(first))
    assert.isUndefined(sessions.find(second))
  })
})

describe("an address", () => {
  it("keeps 100 sessions", () => {
    const sessions = makeSessions()
    const first = requestOf(sessions.open("203.0.113.7"))
    const second = requestOf(sessions.open("203.0.113.7"))
    assert.isDefined(sessions.find(first))
    for (let others = 2; others <= 100; others++) sessions.open("203.0.113.7")
    assert.isDefined(sessions.find(first))
    assert.isUndefined(sessions.find(second))
  })

  it("cannot have the sessions of others forgotten", () => {
    const sessions = makeSessions()
    const visitor = requestOf(sessions.open("198.51.100.1"))
    for (let at = 0; at < 10_000; at++) sessions.open(`203.0.113.${at % 100}`)
    assert.isDefined(sessions.find(visitor))
  })
})

describe("a stream", () => {
  it("has a line for each event, and one for its end", async () => {
    const { post } = await visit(fetch)
    const answer = await post("/api/stream", chat)
    assert.equal(answer.headers.get("content-type"), "application/x-ndjson")
    const lines = (await answer.text())
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line) as object)
    assert.isAbove(lines.length, 2)
    assert.deepEqual(lines.at(-1), { done: true })
    for (const line of lines.slice(0, -1)) assert.hasAllKeys(line, ["event"])
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
    service.close()
  })
})
