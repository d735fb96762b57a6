// Runs with tools over a mock client: steps, choices, usage.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { MaxStepsError, runTools, sumUsage, tool, toolEffect } from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/rejection.ts"
import { call, City, created, inBrest, inputOf, request, said, weather } from "./fixtures.ts"

describe("a run", () => {
  it("goes on until no action is required", async () => {
    const { client, requests } = mockClient([
      created([said("Let me look."), inBrest], {
        usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 }
      }),
      created([said("Clear.")], { usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 } })
    ])
    const result = await runTools(client.responses, request, [weather])
    assert.deepStrictEqual(requests[0]?.body, {
      ...request,
      input: [{ role: "user", content: "How is Brest?" }],
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
    const input = [
      { role: "user", content: "How is Brest?" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
      { type: "function_call", call_id: "1", name: "weather", arguments: '{"city":"Brest"}' },
      { type: "function_call_output", call_id: "1", output: '{"city":"Brest","sky":"clear"}' }
    ]
    assert.deepStrictEqual(inputOf(requests[1]), input)
    assert.strictEqual(result.steps.length, 2)
    assert.deepStrictEqual(result.steps[0]?.calls, [
      {
        callId: "1",
        name: "weather",
        arguments: '{"city":"Brest"}',
        output: '{"city":"Brest","sky":"clear"}',
        isError: false
      }
    ])
    assert.deepStrictEqual(result.usage, { input_tokens: 11, output_tokens: 22, total_tokens: 33 })
    assert.strictEqual(result.response.status, "completed")
    assert.strictEqual(result.input.length, input.length + 1)
    await client.close()
  })

  it("of maxSteps requests succeeds; one more is a MaxStepsError, and its calls do not run", async () => {
    let runs = 0
    const counted = tool({ name: "weather", schema: City, run: () => void runs++ })
    const steps = [created([inBrest]), created([inBrest]), created([said("Clear.")])]
    const enough = mockClient(steps)
    assert.strictEqual(
      (await runTools(enough.client.responses, request, [counted], { maxSteps: 3 })).steps.length,
      3
    )
    assert.strictEqual(runs, 2)
    const tooFew = mockClient(steps.slice(0, 2))
    const error = await rejection(runTools(tooFew.client.responses, request, [counted], { maxSteps: 2 }))
    assert.isTrue(error instanceof MaxStepsError && error.steps.length === 2 && error.maxSteps === 2)
    assert.propertyVal(error, "message", "The model still calls tools after 2 requests.")
    assert.strictEqual(
      new MaxStepsError({ maxSteps: 1, steps: [] }).message,
      "The model still calls tools after 1 request."
    )
    assert.notInclude(inspect(error, { depth: 10 }), "Brest")
    assert.strictEqual(runs, 3)
  })

  it("has 10 steps by default", async () => {
    const { client, requests } = mockClient(Array.from({ length: 10 }, () => created([inBrest])))
    assert.instanceOf(await rejection(runTools(client.responses, request, [weather])), MaxStepsError)
    assert.strictEqual(requests.length, 10)
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

  it("reports a tool that does not exist to the model", async () => {
    const { client } = mockClient([created([call("1", "missing", "{}")]), created([said("Sorry.")])])
    const { steps } = await runTools(client.responses, request, [weather])
    assert.deepInclude(steps[0]?.calls[0], { isError: true, output: "Error: There is no tool of this name." })
  })

  it.each(["required", { type: "function", name: "weather" }] as const)(
    "forces a choice of %j in the first step only",
    async (tool_choice) => {
      const { client, requests } = mockClient([created([inBrest]), created([said("Clear.")])])
      await runTools(client.responses, { ...request, tool_choice }, [weather])
      assert.deepStrictEqual(
        requests.map(({ body }) => (body as { readonly tool_choice?: unknown }).tool_choice),
        [tool_choice, undefined]
      )
    }
  )
})

it("the calls of one step run together, or as many at a time as the option says", async () => {
  const pair = [call("1", "slow", "{}"), call("2", "slow", "{}")]
  for (const [concurrency, most] of [
    [undefined, 2],
    [1, 1]
  ]) {
    let running = 0
    let peak = 0
    const slow = toolEffect({
      name: "slow",
      schema: Schema.Struct({}),
      run: () =>
        Effect.gen(function* () {
          peak = Math.max(peak, ++running)
          yield* Effect.yieldNow
          yield* Effect.yieldNow
          running--
        })
    })
    const { client } = mockClient([created(pair), created([said("Done.")])])
    await runTools(client.responses, request, [slow], { concurrency })
    assert.strictEqual(peak, most)
  }
})

it("usage adds up part by part", () => {
  const one = {
    input_tokens: 1,
    output_tokens: 2,
    total_tokens: 3,
    cost: { currency: "USD", input_cost: 0.25, output_cost: 0.5, total_cost: 0.75 },
    tool_calls_details: { search_web: { invocation: 1 } }
  }
  const other = { ...one, tool_calls_details: { fetch_url: { invocation: 2 } } }
  assert.deepStrictEqual(sumUsage([{ usage: one }, {}, { usage: null }, { usage: other }]), {
    input_tokens: 2,
    output_tokens: 4,
    total_tokens: 6,
    cost: { currency: "USD", input_cost: 0.5, output_cost: 1, total_cost: 1.5 },
    tool_calls_details: { search_web: { invocation: 1 }, fetch_url: { invocation: 2 } }
  })
  assert.isUndefined(sumUsage([{}]))
})
