// The two files of undici that the client loads by path are what undici exports. Fails where a version moves them.
/// <reference path="../src/undiciParts.d.ts" />
import { buildConnector, Agent } from "undici"
import { assert, it } from "vitest"

it("the files of undici hold its agent and its connector", async () => {
  assert.strictEqual((await import("undici/lib/dispatcher/agent.js")).default, Agent)
  assert.strictEqual((await import("undici/lib/core/connect.js")).default, buildConnector)
})
