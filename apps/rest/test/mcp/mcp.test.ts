// `/mcp` within the pipeline: rights, hostile messages, how calls are cancelled, which sessions end, and batches.
import { Decisions, make } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { holdArguments } from "../../src/mcp/toolArguments.ts"
import { answering, decide, startMcp } from "../support/mcpServer.ts"
import { useScope } from "../support/scope.ts"

const run = useScope()

const start = (options?: Parameters<typeof startMcp>[1]) => startMcp(run, options)

const server = start()

const post = async (...args: Parameters<Awaited<typeof server>["sendText"]>) => {
  const response = await (await server).sendText(...args)
  return {
    status: response.status,
    session: response.headers.get("mcp-session-id"),
    text: await response.text()
  }
}
const beginSession = async (key?: string) => (await server).begin(key)

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

const callText = (state?: unknown) => JSON.stringify({ jsonrpc: "2.0", ...decide(1, state) })

it("a session keeps little of its client, whatever that says of itself", async () => {
  const long = "x".repeat(100_000)
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { experimental: { [long]: {} } },
    clientInfo: { name: long, version: long, title: long, icons: [{ src: long }] },
    _meta: { long }
  }
  const { message: kept } = holdArguments(JSON.parse(`[${message("initialize", params)}]`))
  assert.isBelow(JSON.stringify(kept).length, 500)
  assert.isNotNull((await post(message("initialize", params))).session)
  assert.isNull((await post(message("initialize", { ...params, clientInfo: long }))).session)
})

it("a key calls only what it may", async () => {
  const session = await beginSession("searcher")
  const decided = await post(callText(), session, "searcher")
  assert.match(decided.text, /"403: This key may not call decisions.create.*"isError":true/)
  const search = message("tools/call", { name: "search", arguments: { query: "x" } })
  assert.include((await post(search, session, "searcher")).text, '"structuredContent"')
})

it("a session belongs to the group that began it", async () => {
  const session = await beginSession("a")
  assert.strictEqual((await post(callText(), session, "a")).status, 200)
  assert.strictEqual((await post(callText(), session, "b")).status, 404)
})

const values = Array.from({ length: 4_100 }, () => 0)
const long = { jsonrpc: "2.0", method: "ping", params: { text: "x".repeat(70_000) } }
const bounds = "has 262144 characters at most, with 64 for each of its values"

it.each([
  ["no JSON", "{", ""],
  ["nesting", "[".repeat(100) + "]".repeat(100), ""],
  ["many members", `[${"0,".repeat(1_000_000)}0]`, ""],
  ["a batch without a session", `[${message("initialize", {})}]`, ""],
  ["too many values", message("initialize", { clientInfo: values }), bounds],
  ["too long a name", message("ping", { ["x".repeat(262_144)]: 0 }), bounds],
  ["too long a batch", JSON.stringify(Array.from({ length: 4 }, () => long)), bounds]
])("%s is a 400, and the server goes on", async (_what, body, reason) => {
  const session = await beginSession()
  const { status, text } = await post(body, reason === "" ? {} : session)
  assert.strictEqual(status, 400)
  assert.include(text, reason)
  assert.strictEqual((await post(callText(), session)).status, 200)
})

/** A call that an engine has begun and never answers; `stopped` when it was interrupted. */
const startCall = async (maxSessions?: number) => {
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const create = () =>
    Effect.sync(begun.resolve).pipe(
      Effect.andThen(Effect.never),
      Effect.onInterrupt(() => Effect.sync(stopped.resolve))
    )
  const mcp = await start({
    decisions: Layer.succeed(Decisions, make({ create })),
    ...(maxSessions !== undefined && { maxSessions })
  })
  const session = await mcp.begin()
  const leaving = new AbortController()
  const call = mcp.send(decide(2), session, "a", leaving.signal)
  await begun.promise
  return { ...mcp, call, leaving, session, stopped: stopped.promise }
}

const ping = { id: 99, method: "ping" }
const cancel = (requestId: number) => ({ method: "notifications/cancelled", params: { requestId } })

describe("a call ends in the engine", () => {
  it("when its caller leaves", async () => {
    const { call, leaving, send, session, stopped } = await startCall()
    leaving.abort()
    await call.catch(() => undefined)
    await stopped
    assert.strictEqual((await send(ping, session)).status, 200)
  })

  it("when its session cancels it, and not by another session", async () => {
    const { begin, call, send, session, stopped } = await startCall()
    let isOver = false
    void stopped.then(() => (isOver = true))
    assert.strictEqual((await send(cancel(2), await begin())).status, 202)
    assert.strictEqual((await send(ping, session)).status, 200)
    assert.isFalse(isOver)
    assert.strictEqual((await send(cancel(2), session)).status, 202)
    await stopped
    assert.notInclude(await (await call).text(), "answers")
  })

  it("when its session ends, because one more is begun than are kept", async () => {
    const { begin, call, send, stopped } = await startCall(1)
    const next = await begin()
    await stopped
    assert.strictEqual((await call).status, 404)
    assert.strictEqual((await send(ping, next)).status, 200)
  })
})

it("of more sessions than are kept, the group that has most loses the one that was used longest ago", async () => {
  const { begin, send } = await start({ maxSessions: 3 })
  const own = await begin("b")
  const [first, second] = [await begin(), await begin()]
  assert.strictEqual((await send(ping, first)).status, 200)
  const third = await begin()
  const answers = await Promise.all([first, second, third].map((session) => send(ping, session)))
  assert.deepStrictEqual(
    answers.map(({ status }) => status),
    [200, 404, 200]
  )
  assert.strictEqual((await send(ping, own, "b")).status, 200)
})

/** A server whose answers fail after a moment, and what it counts: its calls, and how many run at once. */
const startCounting = async (requestsPerSecond = 100) => {
  const count = { calls: 0, running: 0, most: 0 }
  const create = () =>
    Effect.gen(function* () {
      count.calls++
      count.most = Math.max(count.most, ++count.running)
      yield* Effect.sleep(1)
      count.running--
      return yield* Effect.die(new Error("not an answer"))
    })
  return {
    count,
    ...(await start({ decisions: Layer.succeed(Decisions, make({ create })), requestsPerSecond }))
  }
}

describe("a batch", () => {
  it("is as many requests as it has calls, and they run one after the other", async () => {
    const { count, sendBatch } = await startCounting(5)
    const response = await sendBatch(Array.from({ length: 20 }, (_, at) => decide(at + 2)))
    assert.lengthOf((await response.text()).match(/429: Over the limit/g) ?? [], 20 - count.calls)
    assert.isAtLeast(count.calls, 5)
    // The second may end in between.
    assert.isAtMost(count.calls, 11)
    assert.strictEqual(count.most, 1)
  })

  it.each([
    ["too many messages", Array.from({ length: 51 }, (_, at) => at + 2), "A batch has 50 messages at most."],
    ["two messages with one id", [2, 3, 2], "Two messages of a batch have the same id."],
    ["two messages without an id that answers name", [null, null], "is a string or a number"]
  ])("of %s is refused whole", async (_what, ids: ReadonlyArray<unknown>, problem) => {
    const { count, sendBatch } = await startCounting()
    const response = await sendBatch(ids.map((id) => decide(id)))
    assert.strictEqual(response.status, 400)
    assert.include(await response.text(), problem)
    assert.strictEqual(count.calls, 0)
  })
})

it("a call of a batch reserves the tokens of its own body, not of a later one", async () => {
  const { begin, send, sendBatch } = await start({ decisions: answering("", 400), tokensPerMinute: 1_000 })
  // The first call of a minute may have more than its tokens.
  await send(decide(1), await begin())
  const response = await sendBatch([decide(2), decide(3, "a long word ".repeat(1_000)), decide(4)])
  assert.match(await response.text(), /"id":3,[^}]*"429: Over the limit of 1000 tokens per minute/)
})

it("a number that JSON does not have is refused, not made null", async () => {
  const { begin, count, sendText } = await startCounting()
  const text = JSON.stringify({ jsonrpc: "2.0", ...decide(2) })
  const response = await sendText(text.replace('"state":"x"', '"state":{"a":1e400}'), await begin())
  assert.strictEqual(response.status, 400)
  assert.include(await response.text(), "params.arguments.state.a")
  assert.strictEqual(count.calls, 0)
})

it("a page of another host is refused", async () => {
  const { begin, send } = await start()
  const origin = "http://localhost.evil.example.com"
  assert.strictEqual((await send(ping, { ...(await begin()), origin })).status, 403)
})
