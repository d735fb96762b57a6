// Reads a mail as an object of one's own schema. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { parseChat, StructuredOutputError } from "@leadline/core/structured-output"
import { createClient } from "@leadline/transport-node"
import * as z from "zod"

const Order = z.object({
  product: z.enum(["clock", "lamp", "table"]),
  quantity: z.int().positive(),
  express: z.boolean().describe("Is express delivery asked for?")
})

const { 2: mail = "Product: table\nQuantity: 3\nExpress: yes" } = process.argv
const client = createClient()

try {
  const { parsed, response } = await parseChat(
    client.chat,
    {
      model: "sonar",
      disable_search: true,
      messages: [{ role: "user", content: `Read this order:\n\n${mail}` }]
    },
    Order
  )
  console.log(`${parsed.quantity} of ${parsed.product}${parsed.express ? ", express" : ""}`)
  console.log(`${response.usage?.total_tokens} tokens`)
} catch (error) {
  if (!(error instanceof StructuredOutputError)) throw error
  // The message names paths; error.text and error.issues hold what the model wrote.
  console.error(`No order (${error.reason}): ${error.message}`)
  process.exitCode = 1
}

await client.close()
