// Runs with tools over a mock client, whole, streamed, and as effects.
import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import {
  MaxStepsError,
  runTools,
  type RunToolsEvent,
  runToolsStream,
  runToolsStreamEffect,
  tool,
  ToolArgumentsError,
  toolEffect
} from "../../../src/helpers/tools/index.ts"
import { mockClient } from "../../../src/testing/index.ts"
import { rejection } from "../../fixtures/calls.ts"
import {
  call,
  City,
  created,
  inBrest,
  inputOf,
  type Item,
  request,
  response,
  said,
  streamed,
  weather
} from "./fixtures.ts"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { collect } from "../../fixtures/bulk.ts"

const toolOf = (run: () => unknown) => tool({ name: "weather", schema: City, run })

const broken = toolOf(() => {
  throw new RangeError("No such city.")
})

/** What a server puts into an output that no input has. */
const besides: ReadonlyArray<Item> = [
  { type: "search_results", results: [] },
  { type: "message", id: "m", role: "assistant", status: null, content: null },
  { type: "reasoning", id: "rs_1", summary: [] } as unknown as Item
]

const usage = (count: number) => ({
  input_tokens: count,
  output_tokens: 2 * count,
  total_tokens: 3 * count,
  cost: { currency: "USD" as const, input_cost: count / 4, output_cost: 0, total_cost: count / 4 }
})

describe("a run", () => {
  it("goes on until no action is required, with the calls and their outputs as input, and sums the usage", async () => {
    const { client, requests } = mockClient([
      created([...besides, said("Let me look."), { ...inBrest, thought_signature: "sig" } as Item], {
        usage: usage(1)
      }),
      created([said("Clear.")], { usage: usage(10) })
    ])
    const result = await runTools(client.responses, request, [weather])
    const asked = { role: "user", content: "How is Brest?" }
    const made = { type: "function_call" }
    const city = { type: "object", properties: { city: { type: "string" } } }
    const parameters = { ...city, required: ["city"], additionalProperties: false }
    assert.deepStrictEqual(requests[0]?.body, {
      ...request,
      input: [asked],
      tools: [{ type: "function", name: "weather", parameters, description: "The weather of a city." }]
    })
    const output = '{"city":"Brest","sky":"clear"}'
    const input = [
      asked,
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me look." }] },
      { ...made, call_id: "1", name: "weather", arguments: '{"city":"Brest"}', thought_signature: "sig" },
      { type: "function_call_output", call_id: "1", output }
    ]
    assert.deepStrictEqual(inputOf(requests[1]), input)
    assert.deepStrictEqual(result.steps[0]?.calls, [
      { callId: "1", name: "weather", arguments: '{"city":"Brest"}', output, isError: false }
    ])
    assert.deepStrictEqual(result.usage, usage(11))
    assert.strictEqual(result.input.length, input.length + 1)
  })

  it("of maxSteps requests succeeds, the first alone with its choice of a tool; one more is a MaxStepsError, and its calls do not run", async () => {
    let runs = 0
    const counted = toolOf(() => void runs++)
    const { client, requests } = mockClient([
      created([inBrest]),
      created([said("Clear.")]),
      created([inBrest])
    ])
    const asked = { ...request, tool_choice: "required" } as const
    await runTools(client.responses, asked, [counted], { maxSteps: 2 })
    const error = await rejection(runTools(client.responses, asked, [counted], { maxSteps: 1 }))
    assert.instanceOf(error, MaxStepsError)
    assert.notInclude(inspect(error, { depth: 10 }), "Brest")
    assert.strictEqual(runs, 1)
    const choices = requests.map(({ body }) => Reflect.get(Object(body), "tool_choice") as unknown)
    assert.deepStrictEqual(choices, ["required", undefined, "required"])
  })
})

it.each<readonly [string, typeof broken, string | undefined, string]>([
  ["arguments that are no JSON", broken, '{"city":', "Error: The arguments are not JSON."],
  ["arguments of another form", broken, '{"city":1}', "Error: The arguments do not fit the schema: city"],
  ["an error", broken, undefined, "Error: No such city."],
  ["a tool that does not exist", { ...broken, name: "other" }, undefined, "Error: There is no tool"],
  ["a text", toolOf(() => "text"), undefined, "text"]
])("a call with %s reaches the model as text", async (_, given, args = '{"city":"Brest"}', output) => {
  const { client, requests } = mockClient([created([call("1", "weather", args)]), created([said("Sorry.")])])
  const { steps } = await runTools(client.responses, request, [given])
  const [one = assert.fail("no call")] = steps[0]?.calls ?? []
  assert.isTrue(one.output.startsWith(output), one.output)
  assert.strictEqual(one.isError, one.output.startsWith("Error: "))
  assert.include(JSON.stringify(requests[1]?.body), JSON.stringify(one.output))
})

it("a call ends the run where onToolError is throw: a failure as it is, arguments without their text", async () => {
  const { client } = mockClient([created([inBrest]), created([call("1", "weather", '{"canary":1}')])])
  const thrown = () => rejection(runTools(client.responses, request, [broken], { onToolError: "throw" }))
  assert.instanceOf(await thrown(), RangeError)
  const error = await thrown()
  assert.isTrue(error instanceof ToolArgumentsError && error.tool === "weather" && error.callId === "1")
  assert.notInclude(inspect(error), "canary")
})

const script = () => [streamed(response([inBrest])), streamed(response([said("Clear.")]))]
const kinds = (events: ReadonlyArray<RunToolsEvent>) =>
  events.map((one) => (one.type === "response.event" ? `${one.step} ${String(one.event.type)}` : one.type))

const [first, second] = [1, 2].map((step) => [`${step} response.created`, `${step} response.completed`])
const expected = [first, "tool.started", "tool.ended", second, "run.completed"].flat()

it("a streamed run gives the events of all steps, those of tools between them, and last the result, also as an effect", async () => {
  const { client } = mockClient(script())
  const events = await collect(runToolsStream(client.responses, request, [weather]))
  assert.deepStrictEqual(kinds(events), expected)
  const twin = Stream.runCollect(runToolsStreamEffect(request, [weather]))
  const same = await Effect.runPromise(Effect.provide(twin, mockClient(script()).layer))
  assert.deepStrictEqual(kinds(same), expected)
})

it("an aborted run rejects with the reason, ends the tool that runs, and sends nothing more", async () => {
  const controller = new AbortController()
  const { signal } = controller
  let isInterrupted = false
  const waiting = toolEffect({
    name: "weather",
    schema: City,
    run: () =>
      Effect.andThen(
        Effect.sync(() => controller.abort(new Error("enough"))),
        Effect.never
      ).pipe(Effect.onInterrupt(() => Effect.sync(() => (isInterrupted = true))))
  })
  const { client, requests } = mockClient([created([inBrest])])
  const run = () => rejection(runTools(client.responses, request, [waiting], { signal }))
  assert.strictEqual(await run(), signal.reason)
  assert.isTrue(isInterrupted)
  assert.strictEqual(await run(), signal.reason)
  assert.strictEqual(requests.length, 1)
})
