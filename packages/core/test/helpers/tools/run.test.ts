// Runs with tools over a mock client: steps, choices, failures, usage.
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import {
  MaxStepsError,
  runTools,
  toInput,
  tool,
  ToolArgumentsError
} from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { call, City, created, inBrest, inputOf, type Item, request, said, weather } from "./fixtures.ts"

const toolOf = (run: () => unknown) => tool({ name: "weather", schema: City, run })

const broken = toolOf(() => {
  throw new RangeError("No such city.")
})

describe("a run", () => {
  it("goes on until no action is required", async () => {
    const { client, requests } = mockClient([
      created([said("Let me look."), inBrest], {
        usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 }
      }),
      created([said("Clear.")], { usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } })
    ])
    const result = await runTools(client.responses, request, [weather])
    const asked = { role: "user", content: "How is Brest?" }
    assert.deepStrictEqual(requests[0]?.body, {
      ...request,
      input: [asked],
      tools: [
        {
          type: "function",
          name: "weather",
          parameters: {
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
            additionalProperties: false
          },
          description: "The weather of a city."
        }
      ]
    })
    const output = '{"city":"Brest","sky":"clear"}'
    const input = [
      asked,
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
      { type: "function_call", call_id: "1", name: "weather", arguments: '{"city":"Brest"}' },
      { type: "function_call_output", call_id: "1", output }
    ]
    assert.deepStrictEqual(inputOf(requests[1]), input)
    assert.strictEqual(result.steps.length, 2)
    assert.deepStrictEqual(result.steps[0]?.calls, [
      { callId: "1", name: "weather", arguments: '{"city":"Brest"}', output, isError: false }
    ])
    assert.deepStrictEqual(result.usage, { input_tokens: 11, output_tokens: 22, total_tokens: 33 })
    assert.strictEqual(result.response.status, "completed")
    assert.strictEqual(result.input.length, input.length + 1)
  })

  it("of maxSteps requests succeeds; one more is a MaxStepsError, and its calls do not run", async () => {
    let runs = 0
    const counted = toolOf(() => void runs++)
    const steps = [created([inBrest]), created([said("Clear.")])]
    const enough = mockClient(steps)
    await runTools(enough.client.responses, request, [counted], { maxSteps: 2 })
    assert.strictEqual(runs, 1)
    const tooFew = mockClient(steps.slice(0, 1))
    const error = await rejection(runTools(tooFew.client.responses, request, [counted], { maxSteps: 1 }))
    assert.instanceOf(error, MaxStepsError)
    assert.propertyVal(error, "message", "The model still calls tools after 1 request.")
    assert.notInclude(inspect(error, { depth: 10 }), "Brest")
    assert.strictEqual(runs, 1)
  })

  const own = { type: "function", name: "own" } as const
  it.each([
    ["fails", created([inBrest], { status: "failed", error: { message: "x" } }), "failed"],
    ["calls a function of the request itself", created([inBrest, call("2", "own", "{}")]), "requires_action"]
  ])("whose response %s is a result, and runs no tool", async (_, step, status) => {
    const { client } = mockClient([step])
    const result = await runTools(client.responses, { ...request, tools: [own] }, [weather])
    assert.strictEqual(result.response.status, status)
    assert.deepStrictEqual(result.steps[0]?.calls, [])
  })

  it.each(["required", { type: "function", name: "weather" }] as const)(
    "forces a choice of %j in the first step only",
    async (tool_choice) => {
      const { client, requests } = mockClient([created([inBrest]), created([said("Clear.")])])
      await runTools(client.responses, { ...request, tool_choice }, [weather])
      assert.deepStrictEqual(
        requests.map(({ body }) => Reflect.get(Object(body), "tool_choice") as unknown),
        [tool_choice, undefined]
      )
    }
  )
})

describe("a call", () => {
  it.each<readonly [string, typeof broken, string | undefined, string]>([
    ["arguments that are no JSON", broken, '{"city":', "Error: The arguments are not JSON."],
    [
      "arguments of another form",
      broken,
      '{"city":1}',
      "Error: The arguments do not fit the schema: city: Expected string"
    ],
    [
      "a rejection without text",
      toolOf(() => Promise.reject(Object.create(null))),
      undefined,
      "Error: The function failed."
    ],
    ["a tool that does not exist", { ...broken, name: "other" }, undefined, "Error: There is no tool"],
    ["a text", toolOf(() => "text"), undefined, "text"]
  ])("with %s reaches the model as text", async (_, given, args = '{"city":"Brest"}', output) => {
    const { client, requests } = mockClient([
      created([call("1", "weather", args)]),
      created([said("Sorry.")])
    ])
    const { steps } = await runTools(client.responses, request, [given])
    const [one = assert.fail("no call")] = steps[0]?.calls ?? []
    assert.isTrue(one.output.startsWith(output), one.output)
    assert.strictEqual(one.isError, one.output.startsWith("Error: "))
    assert.include(JSON.stringify(requests[1]?.body), JSON.stringify(one.output))
  })

  it("ends the run where onToolError is throw: a failure as it is, arguments without their text", async () => {
    const { client } = mockClient([created([inBrest]), created([call("1", "weather", '{"canary":1}')])])
    const thrown = () => rejection(runTools(client.responses, request, [broken], { onToolError: "throw" }))
    assert.instanceOf(await thrown(), RangeError)
    const error = await thrown()
    assert.isTrue(error instanceof ToolArgumentsError && error.tool === "weather" && error.callId === "1")
    assert.notInclude(inspect(error), "canary")
  })
})

it("the output of a response is input without what the server made beside it, by toInput", () => {
  const output: ReadonlyArray<Item> = [
    { type: "search_results", results: [] },
    { type: "message", id: "m", role: "assistant", status: null, content: null },
    Object.assign(said("Let me look."), { more: 1 }),
    { ...inBrest, thought_signature: "sig" } as Item,
    { type: "reasoning", id: "rs_1", summary: [] } as unknown as Item
  ]
  assert.deepStrictEqual<unknown>(toInput({ output }), [
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
    {
      type: "function_call",
      call_id: "1",
      name: "weather",
      arguments: '{"city":"Brest"}',
      thought_signature: "sig"
    }
  ])
})
