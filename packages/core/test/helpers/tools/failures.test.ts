// Invalid arguments, failures of tools, and cancellation.
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { runTools, runToolsStream, tool, ToolArgumentsError } from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import {
  call,
  City,
  created,
  failed,
  inBrest,
  request,
  response,
  said,
  streamed,
  weather
} from "./fixtures.ts"

describe("arguments and failures", () => {
  const broken = tool({
    name: "weather",
    schema: City,
    run: () => {
      throw new RangeError("No such city.")
    }
  })

  it.each([
    ['{"city":', "Error: The arguments are not JSON."],
    ['{"city":1}', "Error: The arguments do not fit the schema: city: Expected string"],
    ['{"city":"Brest"}', "Error: No such city."]
  ])("%s goes to the model as text", async (args, output) => {
    const { client, requests } = mockClient([
      created([call("1", "weather", args)]),
      created([said("Sorry.")])
    ])
    const { steps } = await runTools(client.responses, request, [broken])
    const [one] = steps[0]?.calls ?? []
    assert.deepStrictEqual([one?.output, one?.isError], [output, true])
    assert.include(JSON.stringify(requests[1]?.body), JSON.stringify(output))
  })

  it("a failure ends the run where onToolError is throw, with the error itself", async () => {
    const { client } = mockClient([created([inBrest])])
    const error = await failed(runTools(client.responses, request, [broken], { onToolError: "throw" }))
    assert.isTrue(error instanceof RangeError)
  })

  it("invalid arguments end it with a ToolArgumentsError, without the arguments", async () => {
    const { client } = mockClient([created([call("1", "weather", '{"canary":1}')])])
    const error = await failed(runTools(client.responses, request, [weather], { onToolError: "throw" }))
    assert.isTrue(error instanceof ToolArgumentsError && error.tool === "weather" && error.callId === "1")
    assert.notInclude(inspect(error), "canary")
  })

  it.each([[1n], [{ toJSON: () => assert.fail("No such tide.") }]])(
    "a result that is no JSON goes to the model as its error",
    async (result) => {
      const { client } = mockClient([created([inBrest]), created([said("Sorry.")])])
      const { steps } = await runTools(client.responses, request, [
        tool({ name: "weather", schema: City, run: () => result })
      ])
      const [one] = steps[0]?.calls ?? []
      assert.isTrue(one?.isError === true && one.output.startsWith("Error: "))
    }
  )

  it("what has no text ends no run", async () => {
    const { client } = mockClient([created([inBrest]), created([said("Sorry.")])])
    const { steps } = await runTools(client.responses, request, [
      tool({ name: "weather", schema: City, run: () => Promise.reject(Object.create(null)) })
    ])
    assert.strictEqual(steps[0]?.calls[0]?.output, "Error: The function failed.")
  })

  it.each([
    { maxSteps: 0 },
    { maxSteps: Number.NaN },
    { maxSteps: 1.5 },
    { concurrency: 0 },
    { concurrency: Number.NaN }
  ])("%o is a TypeError, and nothing is sent", async (options) => {
    const { client, requests } = mockClient([])
    assert.instanceOf(await failed(runTools(client.responses, request, [weather], options)), TypeError)
    assert.lengthOf(requests, 0)
  })

  it.each([
    ["text", "text"],
    [undefined, ""],
    [{ a: 1 }, '{"a":1}'],
    [null, "null"]
  ])("a result of %j reaches the model as %s", async (value, output) => {
    const given = tool({ name: "weather", schema: City, run: () => value })
    const { client } = mockClient([created([inBrest]), created([said("Clear.")])])
    const { steps } = await runTools(client.responses, request, [given])
    assert.strictEqual(steps[0]?.calls[0]?.output, output)
  })
})

describe("cancellation", () => {
  it("rejects with the reason, and reaches the tool that runs", async () => {
    const controller = new AbortController()
    const reason = new Error("enough")
    let isAborted = false
    const waiting = tool({
      name: "weather",
      schema: City,
      run: (_, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => (isAborted = true))
          controller.abort(reason)
        })
    })
    const { client, requests } = mockClient([created([inBrest])])
    const error = await failed(runTools(client.responses, request, [waiting], { signal: controller.signal }))
    assert.strictEqual(error, reason)
    assert.isTrue(isAborted)
    assert.strictEqual(requests.length, 1)
  })

  it("before the first step sends nothing", async () => {
    const { client, requests } = mockClient([])
    const signal = AbortSignal.abort(new Error("enough"))
    const error = await failed(runTools(client.responses, request, [weather], { signal }))
    assert.strictEqual(error, signal.reason)
    assert.strictEqual(requests.length, 0)
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
