// The two files of undici that the client loads by path are what undici exports. Fails where a version moves them.
import { buildConnector, Agent } from "undici"
import { assert, it } from "vitest"

const load = (path: string): Promise<{ readonly default: unknown }> => import(path)

it("the files of undici hold its agent and its connector", async () => {
  assert.strictEqual((await load("undici/lib/dispatcher/agent.js")).default, Agent)
  assert.strictEqual((await load("undici/lib/core/connect.js")).default, buildConnector)
})
