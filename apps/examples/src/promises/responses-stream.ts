// Searches the web and prints what happens while it does. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const events = client.responses.stream({
  input: "When is high water at Brest?",
  preset: "fast-search",
  tools: [{ type: "web_search", search_context_size: "low" }]
})

for await (const event of events) {
  switch (event.type) {
    case "response.reasoning.search_queries":
      console.log(`searching: ${event.queries.join(", ")}`)
      break
    case "response.output_text.delta":
      console.log(event.delta)
      break
    case "response.failed":
      console.log(`failed: ${event.error?.message}`)
      break
    case "response.completed":
      console.log(`USD: ${event.response.usage?.cost?.total_cost}`)
  }
}

await client.close()
