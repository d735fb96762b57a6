// `/mcp` within the pipeline: rights, sessions and hostile messages.
import { assert, it } from "vitest"
import { holdArguments } from "../../src/mcp/toolArguments.ts"
import { decide as decideCall, startMcp } from "../support/mcpServer.ts"
import { useScope } from "../support/scope.ts"

const run = useScope()

const server = startMcp(run)

const post = async (...args: Parameters<Awaited<typeof server>["sendText"]>) => {
  const response = await (await server).sendText(...args)
  return {
    status: response.status,
    session: response.headers.get("mcp-session-id"),
    text: await response.text()
  }
}
const begin = async (key?: string) => (await server).begin(key)

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

const decide = (state?: unknown) => JSON.stringify({ jsonrpc: "2.0", ...decideCall(1, state) })

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
  const session = await begin("searcher")
  const decided = await post(decide(), session, "searcher")
  assert.match(decided.text, /"403: This key may not call decisions.create.*"isError":true/)
  const search = message("tools/call", { name: "search", arguments: { query: "x" } })
  assert.include((await post(search, session, "searcher")).text, '"structuredContent"')
})

it("a session belongs to the group that began it", async () => {
  const session = await begin("a")
  assert.strictEqual((await post(decide(), session, "a")).status, 200)
  assert.strictEqual((await post(decide(), session, "b")).status, 404)
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
  const session = await begin()
  const { status, text } = await post(body, reason === "" ? {} : session)
  assert.strictEqual(status, 400)
  assert.include(text, reason)
  assert.strictEqual((await post(decide(), session)).status, 200)
})

it("the arguments of a tool may have all that the request of its operation may", async () => {
  const state = { list: Array.from({ length: 100_000 }, () => 0), text: "x".repeat(1_000_000) }
  assert.include((await post(decide(state), await begin())).text, '"structuredContent"')
  // They are named by their place in a message, which no caller can take for its own.
  const held = message("tools/call", { name: "decide", arguments: { held: 0 } })
  assert.include((await post(held, await begin())).text, "400: ")
})
