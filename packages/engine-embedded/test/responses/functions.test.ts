// Function tools: when they are called, their arguments, and answers from their output.
import { assert } from "vitest"
import { outputText, type ResponsesRequest } from "@leadline/core/responses"
import { createResponse, refused, test, tide } from "../support/services.ts"

const type = "function" as const
const mail = { type, name: "send_email", description: "Sends an email to a person" }
const city = { type: "string", description: "Name of the city" }
const parameters = { type: "object", required: ["city"], properties: { city } }
const weather = { type, name: "get_weather", description: "Current weather of a city", parameters }
const time = { ...weather, name: "get_time", description: "Current time of a city" }
const paris = 'get_weather {"city":"Paris"}'
/** One that does not search by itself. */
const model = "openai/gpt-5"
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
  const { output, status } = yield* createResponse({ model, input: question, tools: [weather], ...more })
  const items = output.map((item) =>
    item.type === "function_call" ? `${item.name} ${item.arguments}` : String(item.type)
  )
  assert.strictEqual(items.join(), expected.join())
  assert.strictEqual(status, expected[0] === "message" ? "completed" : "requires_action")
})

test("functions are answered from their output in the next request", function* () {
  const response = yield* createResponse({
    model,
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
  const refusal = yield* refused({ input: tide, tools: [weather], tool_choice: { type, name: "other" } })
  assert.deepEqual(refusal, ["invalid_parameter", "tool_choice.name"])
  const kept = { ...parameters, properties: { city: { not: {} } } }
  assert.lengthOf(yield* refused({ input: tide, tools: [{ ...weather, parameters: kept }] }), 2)
})
