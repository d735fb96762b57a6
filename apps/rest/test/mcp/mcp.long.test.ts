// `/mcp` with as much as a call may have.
import { assert, it } from "vitest"
import { answering, decide, startMcp } from "../support/mcpServer.ts"
import { useScope } from "../support/scope.ts"

const run = useScope()

it("the arguments of a tool may have all that the request of its operation may", async () => {
  const state = { list: Array.from({ length: 100_000 }, () => 0), text: "x".repeat(1_000_000) }
  const { begin, send } = await startMcp(run)
  const textOf = async (message: object) => (await send(message, await begin())).text()
  assert.include(await textOf(decide(1, state)), '"structuredContent"')
  // They are named by their place in a message, which no caller can take for its own.
  const held = { id: 1, method: "tools/call", params: { name: "decide", arguments: { held: 0 } } }
  assert.include(await textOf(held), "400: ")
})

it("the answers of a batch have some 4 MiB: those of its other calls are 413", async () => {
  const { sendBatch } = await startMcp(run, { decisions: answering("x".repeat(1_000_000), 1) })
  const response = await sendBatch(Array.from({ length: 8 }, (_, at) => decide(at + 2)))
  assert.lengthOf((await response.text()).match(/413: The answers to one message/g) ?? [], 3)
})
