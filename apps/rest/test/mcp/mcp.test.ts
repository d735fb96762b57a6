// `/mcp` within the pipeline: rights, sessions and hostile messages.
import { assert, it } from "vitest"
import { holdArguments } from "../../src/mcp/toolArguments.ts"
import { decide as decideCall, startMcp } from "../support/mcpServer.ts"
import { useScope } from "../support/scope.ts"

const run = useScope()

const server = startMcp(run)

const post = async (body: string, headers: object = {}, key?: string) =>
  (await server).sendText(body, headers, key)
const begin = async (key?: string) => (await server).begin(key)

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

const initialize = message("initialize", { protocolVersion: "2025-11-25", capabilities: {} })

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
  assert.isNotNull((await post(message("initialize", params))).headers.get("mcp-session-id"))
  const wrong = await post(message("initialize", { ...params, clientInfo: long }))
  assert.isNull(wrong.headers.get("mcp-session-id"))
})

it.each(["initialize", "tools/call"])("no more of a message of %s is read than it may have", (method) => {
  let reads = 0
  const getter = { enumerable: true, get: () => ++reads }
  const many = Array.from({ length: 20_000 }, (_, at) => [`n${at}`, getter])
  const wide = (value: object): object => Object.defineProperties(value, Object.fromEntries(many))
  for (const one of [wide({ method, params: {} }), { method, params: wide({ arguments: {} }) }]) {
    assert.strictEqual(holdArguments(one).isTooLarge, reads > 0)
    assert.isBelow(reads, 5_000)
    reads = 0
  }
})

it("a key calls only what it may", async () => {
  const session = await begin("searcher")
  const decided = await post(decide(), session, "searcher")
  assert.match(await decided.text(), /"403: This key may not call decisions.create.*"isError":true/)
  const search = message("tools/call", { name: "search", arguments: { query: "x" } })
  assert.include(await (await post(search, session, "searcher")).text(), '"structuredContent"')
})

it("a session belongs to the group that began it", async () => {
  const session = await begin("a")
  assert.strictEqual((await post(decide(), session, "a")).status, 200)
  assert.strictEqual((await post(decide(), session, "b")).status, 404)
})

it.each([
  ["no JSON", "{", 400],
  ["nesting", "[".repeat(100) + "]".repeat(100), 400],
  ["many members", `[${"0,".repeat(1_000_000)}0]`, 400],
  ["a batch", `[${initialize}]`, 400]
])("%s ends in an error, and the server goes on", async (_name, body, status) => {
  const response = await post(body)
  assert.strictEqual(response.status, status, await response.text())
  assert.strictEqual((await post(decide(), await begin())).status, 200)
})

const text = "x".repeat(70_000)

it.each([
  ["values of a message", message("initialize", { clientInfo: Array.from({ length: 4_100 }, () => 0) })],
  ["names of a message", message("ping", { ["x".repeat(262_144)]: 0 })],
  [
    "messages of a batch",
    JSON.stringify(Array.from({ length: 4 }, () => ({ jsonrpc: "2.0", method: "ping", params: { text } })))
  ]
])("too many %s are refused before they are read", async (_what, body) => {
  const response = await post(body, await begin())
  assert.strictEqual(response.status, 400)
  assert.include(await response.text(), "has 262144 characters at most, with 64 for each of its values")
})

it("the arguments of a tool may have all that the request of its operation may", async () => {
  const state = { list: Array.from({ length: 100_000 }, () => 0), text: "x".repeat(1_000_000) }
  const response = await post(decide(state), await begin())
  assert.include(await response.text(), '"structuredContent"')
  // They are named by their place in a message, which no caller can take for its own.
  const held = message("tools/call", { name: "decide", arguments: { held: 0 } })
  assert.include(await (await post(held, await begin())).text(), "400: ")
})
