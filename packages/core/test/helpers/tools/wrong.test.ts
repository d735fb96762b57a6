// Tools that no model could call are refused where they are made, or where the run begins.
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { runTools, runToolsStream, tool } from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { City, failed, request, weather } from "./fixtures.ts"

const right = { name: "weather", schema: City, run: () => "clear" }

const messageOf = (options: object): string => {
  try {
    tool(options as Parameters<typeof tool>[0])
    return "accepted"
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error)
  }
}

const aName = "a name that is not empty and not one of the service's own tools"
const known = "known are name, description, schema, strict, run"

describe("tool", () => {
  it.each([
    [{}, "accepted"],
    [{ name: "get weather" }, "accepted"],
    [{ name: "" }, `name: expected ${aName}`],
    [{ name: "web_search" }, `name: expected ${aName}`],
    [{ schema: Schema.String }, "schema: expected a schema of an object"],
    [{ schema: { type: "object" } }, "schema: expected a schema of an object"],
    [{ schema: undefined, parameters: City }, "parameters: unknown option, use schema"],
    [{ schema: undefined }, "schema: expected a schema of an object"],
    [{ run: "x" }, "run: expected a function"],
    [{ run: undefined }, "run: expected a function"],
    [{ strikt: true }, `strikt: unknown option; ${known}`]
  ])("%o is %s", (given, message) => {
    assert.strictEqual(messageOf({ ...right, ...given }), message)
  })
})

describe("two tools of one name", () => {
  const message = "tools: two tools have the name weather"

  it("reject, and nothing is sent", async () => {
    const { client, requests } = mockClient([])
    const error = await failed(runTools(client.responses, request, [weather, weather]))
    assert.isTrue(error instanceof TypeError && error.message === message)
    const inStream = runToolsStream(client.responses, request, [weather, weather])
    assert.include(String(await failed(inStream[Symbol.asyncIterator]().next())), message)
    assert.strictEqual(requests.length, 0)
  })

  it("also where one is a function of the request", async () => {
    const { client } = mockClient([])
    const tools = [{ type: "function", name: "weather" }] as const
    const error = await failed(runTools(client.responses, { ...request, tools }, [weather]))
    assert.isTrue(error instanceof TypeError && error.message === message)
  })
})
