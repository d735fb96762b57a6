// Function tools: when they are called, their arguments, and answers from their output.
import { assert, describe, it } from "vitest"
import { outputText, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { readConversation } from "../../src/responses/conversation.ts"
import { runSync } from "../../src/scheduling/timeSlicer.ts"
import { create, refused, tide, weather } from "./support.ts"
import { test } from "../support/services.ts"

/** The beginning of the text that an output of `length` characters is read as. */
const outputOf = (length: number) => {
  const output = JSON.stringify({ sky: "c".repeat(length) })
  const item = { type: "function_call_output" as const, call_id: "call_1", output }
  return runSync(readConversation([item], undefined)).outputs[0]?.slice(0, 5)
}

const call = (request: Partial<ResponsesRequest>) =>
  Effect.map(
    create({ input: "What is the weather in Paris?", model: "openai/gpt-5", tools: [weather], ...request }),
    (response) => {
      const [item] = response.output
      return item?.type === "function_call"
        ? [response.status, item.name, JSON.parse(item.arguments)]
        : [response.status, String(item?.type)]
    }
  )

describe("functions", () => {
  test("are called when the question asks for them, with arguments from it", function* () {
    assert.deepEqual(yield* call({}), ["requires_action", "get_weather", { city: "Paris" }])
    assert.deepEqual(yield* call({ input: tide }), ["completed", "message"])
  })
  test("obey tool_choice", function* () {
    assert.deepEqual(yield* call({ tool_choice: "none" }), ["completed", "message"])
    assert.strictEqual((yield* call({ input: tide, tool_choice: "required" }))[0], "requires_action")
    assert.strictEqual(
      (yield* call({ input: tide, tool_choice: { type: "function", name: "get_weather" } }))[1],
      "get_weather"
    )
    assert.deepEqual(
      yield* refused({
        input: tide,
        model: "openai/gpt-5",
        tools: [weather],
        tool_choice: { type: "function", name: "other" }
      }),
      ["invalid_parameter", "tool_choice.name"]
    )
  })
  test("the best of several is chosen", function* () {
    const mail = {
      type: "function" as const,
      name: "send_email",
      description: "Sends an email to a person"
    }
    assert.strictEqual((yield* call({ tools: [mail, weather] }))[1], "get_weather")
  })
  test("of both parts of a question are called, each with arguments from its part", function* () {
    const parameters = { type: "object", required: ["city"], properties: { city: { type: "string" } } }
    const time = {
      type: "function" as const,
      name: "get_time",
      description: "Current time of a city",
      parameters
    }
    const calls = Effect.fnUntraced(function* (input: string) {
      const { output, status } = yield* create({ input, model: "openai/gpt-5", tools: [weather, time] })
      return [
        status,
        ...output.map((item) =>
          item.type === "function_call" ? `${item.name} ${item.arguments}` : item.type
        )
      ]
    })
    assert.deepEqual(yield* calls("What is the weather in Paris and what time is it in Rome?"), [
      "requires_action",
      'get_weather {"city":"Paris"}',
      'get_time {"city":"Rome"}'
    ])
    assert.deepEqual(yield* calls("What is the weather in Paris? And what time is it there?"), [
      "requires_action",
      'get_weather {"city":"Paris"}',
      'get_time {"city":"Paris"}'
    ])
    assert.deepEqual(yield* calls("What is the weather in Paris?"), [
      "requires_action",
      'get_weather {"city":"Paris"}'
    ])
  })
  test("are answered from their output in the next request", function* () {
    const response = yield* create({
      model: "openai/gpt-5",
      tools: [weather],
      input: [
        { role: "user", content: "What is the weather in Paris?" },
        { type: "function_call", call_id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' },
        { type: "function_call_output", call_id: "call_1", output: '{"temperature":18,"sky":"clear"}' }
      ]
    })
    assert.deepEqual([response.status, outputText(response)], ["completed", "temperature: 18\nsky: clear"])
  })
  it("give outputs over 1 MiB that are read as text, whatever they are", () => {
    assert.deepEqual([outputOf(1_000_000), outputOf(1_048_576)], ["sky: ", '{"sky'])
  })
  test("with parameters that cannot be kept are refused with their place", function* () {
    const parameters = { type: "object", properties: { a: { not: {} } } }
    assert.deepEqual(yield* refused({ input: tide, tools: [{ ...weather, parameters }] }), [
      undefined,
      undefined
    ])
  })
})
