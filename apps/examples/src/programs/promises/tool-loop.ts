// Lets a model call a function of this program until it has its answer. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { outputText } from "@leadline/core/responses"
import { runTools, tool } from "@leadline/core/tools"
import { createClient } from "@leadline/transport-node"
import * as z from "zod"
import { findOrder } from "../data/orders.ts"

const { 2: question = "What is the status of order 4711?" } = process.argv
const client = createClient()

const orderStatus = tool({
  name: "order_status",
  description: "Looks up the status of an order.",
  schema: z.object({
    number: z
      .string()
      .regex(/^\d{4}$/)
      .describe("The number of the order, four digits.")
  }),
  // The model reads what this returns, and the message of what it throws.
  run: ({ number }) => {
    const order = findOrder(number)
    if (order === undefined) throw new Error(`There is no order ${number}.`)
    return order
  }
})

const { response, steps, usage } = await runTools(
  client.responses,
  { model: "xai/grok-4-1-fast-non-reasoning", input: question },
  [orderStatus],
  { maxSteps: 5 }
)

for (const { calls } of steps)
  for (const { arguments: args, name, output } of calls) console.log(`${name}(${args}) = ${output}`)
console.log(outputText(response))
console.log(`${steps.length} requests, ${usage?.total_tokens} tokens`)

await client.close()
