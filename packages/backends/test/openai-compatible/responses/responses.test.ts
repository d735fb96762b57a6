// Responses over a model server: functions of the caller, servers without tools, presets, names and formats.
import { assert, describe } from "vitest"
import { Caller } from "@leadline/core/authentication"
import { outputText } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { type CallBody, modelTransport, searchOf, servicesOf, textReply } from "../../support/modelScript.ts"
import { call, callReply, hasResult, question, searching, use } from "../../support/responsesScript.ts"
import { test } from "../../support/effects.ts"

const weather = {
  type: "function",
  name: "weather",
  parameters: { type: "object", properties: { place: { type: "string" } } }
} as const

describe("functions of the caller", () => {
  test("stop the run, and their output goes on with it", function* () {
    const { calls, create, stream } = use((body) =>
      hasResult(body) ? textReply(body, "Sunny.") : callReply(body, call("weather", { place: "Brest" }))
    )
    const request = { input: [{ role: "user", content: "Weather?" }], tools: [weather] } as const
    const events = yield* stream(request)
    const last = events.at(-1)
    const response = last?.type === "response.completed" ? last.response : undefined
    const item = response?.output[0]
    assert.strictEqual(response?.status, "requires_action")
    if (item?.type !== "function_call") return assert.fail("no call")
    assert.strictEqual(item.arguments, '{"place":"Brest"}')
    const { arguments: args, call_id, name } = item
    const second = yield* create({
      ...request,
      input: [
        ...request.input,
        { type: "function_call", call_id, name, arguments: args },
        { type: "function_call_output", call_id, output: "sunny" }
      ]
    })
    assert.strictEqual(outputText(second), "Sunny.")
    assert.deepStrictEqual(calls[1].messages.slice(-2), [
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: call_id, type: "function", function: { name, arguments: args } }]
      },
      { role: "tool", tool_call_id: call_id, content: "sunny" }
    ])
  })

  test("are chosen as the request says", function* () {
    const { calls, create } = use((body) => callReply(body, call("weather", {})))
    yield* create({ ...question, tools: [weather], tool_choice: { type: "function", name: "weather" } })
    assert.deepStrictEqual(calls[0].tool_choice, { type: "function", function: { name: "weather" } })
    const refused = create({ ...question, tool_choice: { type: "function", name: "x" } })
    assert.deepInclude(yield* Effect.flip(refused), { param: "tool_choice.name" })
  })

  test("with arguments that are no JSON fail the run", function* () {
    const { create } = use((body) =>
      callReply(body, { id: "a", function: { name: "weather", arguments: '{"place":' } })
    )
    const { error, status } = yield* create({ ...question, tools: [weather] })
    assert.deepStrictEqual([status, error?.code], ["failed", "502"])
  })
})

/** A request that a server takes without tools alone. */
const isRefused = ({ messages, tools }: CallBody) =>
  tools !== undefined && messages.at(-1).content === "too long with tools"

describe("a server without tools", () => {
  test("gets one search before the answer", function* () {
    const { asked, calls, stream } = use(searching("Six [1]."), { tools: false })
    const events = yield* stream(question)
    assert.deepStrictEqual(asked[0]?.query, "High water at Brest?")
    assert.deepStrictEqual(
      calls.map((body) => body.tools),
      [undefined]
    )
    assert.match(calls[0].messages[0].content, /<source number="2"/)
    const last = events.at(-1)
    assert.strictEqual(last?.type === "response.completed" && outputText(last.response), "Six [1].")
  })

  test("is known by its refusal, which is remembered", function* () {
    const model = modelTransport((body) =>
      body.tools === undefined
        ? textReply(body, "Six.")
        : { status: 400, body: { error: { message: "tools" } } }
    )
    const { responses } = yield* servicesOf(model, searchOf(1))
    yield* responses.create(question)
    yield* responses.create(question)
    assert.deepStrictEqual(
      model.calls.map((body) => body.tools !== undefined),
      [true, false, false]
    )
    const error = yield* Effect.flip(responses.create({ ...question, tools: [weather] }))
    assert.isTrue(error._tag === "InvalidRequestError" && error.param === "tools")
  })

  test("is one for the key group alone whose request it refused, and for nobody once tools were used", function* () {
    const model = modelTransport((body) =>
      isRefused(body) ? { status: 400, body: { error: { message: "x" } } } : textReply(body, "Six.")
    )
    const { responses } = yield* servicesOf(model, searchOf(1))
    const ask = (group: string, input: string) =>
      Effect.provideService(responses.create({ input }), Caller, {
        group,
        key: group
      })
    const hadTools = () => model.calls.splice(0).map((body) => body.tools !== undefined)
    yield* ask("a", "too long with tools")
    yield* ask("a", "short")
    assert.deepStrictEqual(hadTools(), [true, false, false])
    yield* ask("b", "short")
    yield* ask("a", "short")
    assert.deepStrictEqual(hadTools(), [true, true])
    yield* ask("b", "too long with tools")
    yield* ask("b", "short")
    assert.deepStrictEqual(hadTools(), [true, false, true])
  })
})

test("names of presets mean the first model of the backend, and unknown models are refused", function* () {
  const { calls, create } = use((body) => textReply(body, "Six."), { models: { sonar: "mine" } })
  assert.strictEqual((yield* create({ ...question, preset: "fast" })).model, "model/mine")
  assert.strictEqual(calls[0].model, "mine")
  const unknown = yield* Effect.flip(create({ ...question, model: "openai/gpt-5" }))
  assert.isTrue(unknown._tag === "InvalidRequestError" && unknown.type === "invalid_model")
  const preset = yield* Effect.flip(create({ ...question, preset: "none" }))
  assert.isTrue(preset._tag === "InvalidRequestError" && preset.param === "preset")
})
