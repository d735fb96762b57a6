// Prints an answer while it comes. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const events = client.chat.stream({
  model: "sonar-pro",
  stream_mode: "concise",
  messages: [{ role: "user", content: "When is high water at Brest?" }]
})

for await (const { choices, object, usage } of events) {
  if (object === "chat.completion.chunk") console.log(choices[0]?.delta.content)
  if (object === "chat.completion.done") console.log(`tokens: ${usage?.total_tokens}`)
}

await client.close()
