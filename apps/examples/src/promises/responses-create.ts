// Offers a function, makes the call the model asks for, and gets the answer. Needs LEADLINE_BASE_URL and
// LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { outputText } from "@leadline/core/responses"

const client = createClient({})

const question = { role: "user", content: "When is high water at Brest?" } as const
const tide = {
  type: "function",
  name: "tide",
  description: "The next high water at a harbour.",
  parameters: { type: "object", properties: { harbour: { type: "string" } }, required: ["harbour"] }
} as const

let response = await client.responses.create({ input: [question], tools: [tide] })
const call = response.output.find((item) => item.type === "function_call")
if (call !== undefined) {
  const { arguments: args, call_id, name } = call
  response = await client.responses.create({
    input: [
      question,
      { type: "function_call", call_id, name, arguments: args },
      { type: "function_call_output", call_id, output: "06:12" }
    ],
    tools: [tide]
  })
}
console.log(response.status, outputText(response))

await client.close()
