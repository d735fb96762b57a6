// Function tools: when they are called, their arguments, and answers from their output.
import { assert } from "vitest"
import { outputText, type ResponsesRequest } from "@leadline/core/responses"
import { create, refused, weather } from "./support.ts"
import { test, tide } from "../support/services.ts"

const time = { ...weather, name: "get_time", description: "Current time of a city" }
const mail = { type: "function" as const, name: "send_email", description: "Sends an email to a person" }
const paris = 'get_weather {"city":"Paris"}'
const question = "What is the weather in Paris?"

// Each part of a question is asked for by itself; without a function that fits, there is a message.
test.each<readonly [Partial<ResponsesRequest>, ReadonlyArray<string>]>([
  [{ tools: [mail, weather] }, [paris]],
  [
    { input: "What is the weather in Paris and what time is it in Rome?", tools: [weather, time] },
    [paris, 'get_time {"city":"Rome"}']
  ],
  [{ input: tide }, ["message"]],
  [{ input: "Please don't send an email to Ann about the weather.", tools: [mail] }, ["message"]],
  [{ input: "Don't forget the weather in Paris." }, [paris]],
  [{ tool_choice: "none" }, ["message"]],
  [{ input: tide, tool_choice: { type: "function", name: "get_weather" } }, ['get_weather {"city":"Brest"}']]
])("for %j there is %j", function* ([more, expected]) {
  const { output, status } = yield* create({
    input: question,
    model: "openai/gpt-5",
    tools: [weather],
    ...more
  })
  const items = output.map((item) =>
    item.type === "function_call" ? `${item.name} ${item.arguments}` : String(item.type)
  )
  assert.strictEqual(items.join(), expected.join())
  assert.strictEqual(status, expected[0] === "message" ? "completed" : "requires_action")
})

test("functions are answered from their output in the next request", function* () {
  const response = yield* create({
    model: "openai/gpt-5",
    tools: [weather],
    input: [
      { role: "user", content: question },
      { type: "function_call", call_id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' },
      { type: "function_call_output", call_id: "call_1", output: '{"temperature":18,"sky":"clear"}' }
    ]
  })
  assert.deepEqual([response.status, outputText(response)], ["completed", "temperature: 18\nsky: clear"])
})

test("a choice of an unknown function, and parameters that cannot be kept, are refused", function* () {
  const choice = { type: "function" as const, name: "other" }
  assert.deepEqual(yield* refused({ input: tide, tools: [weather], tool_choice: choice }), [
    "invalid_parameter",
    "tool_choice.name"
  ])
  const parameters = { type: "object", properties: { a: { not: {} } } }
  assert.lengthOf(yield* refused({ input: tide, tools: [{ ...weather, parameters }] }), 2)
})
