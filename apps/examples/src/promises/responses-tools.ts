// Lets a model call a function, and prints its answer. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { outputText } from "@leadline/core/responses"
import { runTools, tool } from "@leadline/core/tools"
import { createClient } from "@leadline/transport-node"
import * as z from "zod"

const client = createClient({})

const tide = tool({
  name: "get_tide",
  description: "The next high water of a harbour.",
  schema: z.object({ harbour: z.string() }),
  run: ({ harbour }) => ({ harbour, high: "06:12" })
})

const { response, steps, usage } = await runTools(
  client.responses,
  { preset: "fast-search", input: "When is the next high water of the harbour Brest?" },
  [tide]
)

console.log(outputText(response))
console.log(`requests: ${steps.length}, tokens: ${usage?.total_tokens}`)

await client.close()
