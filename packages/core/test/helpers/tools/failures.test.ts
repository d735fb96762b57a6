// Invalid arguments, failures of tools, and cancellation.
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { runTools, runToolsStream, tool, ToolArgumentsError } from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { call, City, created, inBrest, request, response, said, streamed } from "./fixtures.ts"

const toolOf = (run: () => unknown) => tool({ name: "weather", schema: City, run })

const broken = toolOf(() => {
  throw new RangeError("No such city.")
})

describe("arguments and failures", () => {
  it.each<readonly [string, typeof broken, string | undefined, string | RegExp]>([
    ["arguments that are no JSON", broken, '{"city":', "Error: The arguments are not JSON."],
    [
      "arguments of another form",
      broken,
      '{"city":1}',
      "Error: The arguments do not fit the schema: city: Expected string"
    ],
    ["an error", broken, undefined, "Error: No such city."],
    [
      "a rejection without text",
      toolOf(() => Promise.reject(Object.create(null))),
      undefined,
      "Error: The function failed."
    ],
    ["a result that is no JSON", toolOf(() => 1n), undefined, /^Error: /],
    [
      "a result whose toJSON throws",
      toolOf(() => ({ toJSON: () => assert.fail("No.") })),
      undefined,
      /^Error: /
    ],
    ["a text", toolOf(() => "text"), undefined, "text"],
    ["no result", toolOf(() => undefined), undefined, ""],
    ["an object", toolOf(() => ({ a: 1 })), undefined, '{"a":1}'],
    ["null", toolOf(() => null), undefined, "null"]
  ])("%s reaches the model as text", async (_, given, args = '{"city":"Brest"}', output) => {
    const { client, requests } = mockClient([
      created([call("1", "weather", args)]),
      created([said("Sorry.")])
    ])
    const { steps } = await runTools(client.responses, request, [given])
    const [one = assert.fail("no call")] = steps[0]?.calls ?? []
    if (typeof output === "string") assert.strictEqual(one.output, output)
    else assert.match(one.output, output)
    assert.strictEqual(one.isError, one.output.startsWith("Error: "))
    assert.include(JSON.stringify(requests[1]?.body), JSON.stringify(one.output))
  })

  it("end the run where onToolError is throw: a failure as it is, arguments without their text", async () => {
    const { client } = mockClient([created([inBrest]), created([call("1", "weather", '{"canary":1}')])])
    const thrown = () => rejection(runTools(client.responses, request, [broken], { onToolError: "throw" }))
    assert.instanceOf(await thrown(), RangeError)
    const error = await thrown()
    assert.isTrue(error instanceof ToolArgumentsError && error.tool === "weather" && error.callId === "1")
    assert.notInclude(inspect(error), "canary")
  })
})

describe("cancellation", () => {
  it("rejects with the reason, and reaches the tool that runs", async () => {
    const controller = new AbortController()
    const { signal } = controller
    let isAborted = false
    const waiting = tool({
      name: "weather",
      schema: City,
      run: (_, context) =>
        new Promise(() => {
          context.signal.addEventListener("abort", () => (isAborted = true))
          controller.abort(new Error("enough"))
        })
    })
    const { client, requests } = mockClient([created([inBrest])])
    const run = () => rejection(runTools(client.responses, request, [waiting], { signal }))
    assert.strictEqual(await run(), signal.reason)
    assert.isTrue(isAborted)
    assert.strictEqual(await run(), signal.reason)
    assert.strictEqual(requests.length, 1, "nothing is sent after it")
  })

  it("by break ends a stream and its tools", async () => {
    let isAborted = false
    const waiting = tool({
      name: "weather",
      schema: City,
      run: (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => (isAborted = true)))
    })
    const { client } = mockClient([streamed(response([inBrest]))])
    for await (const event of runToolsStream(client.responses, request, [waiting]))
      if (event.type === "tool.started") break
    assert.isTrue(isAborted)
  })
})
