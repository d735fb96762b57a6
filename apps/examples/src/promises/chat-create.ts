// Asks a question and prints the answer with its sources. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const { choices, citations, usage } = await client.chat.create({
  model: "sonar",
  messages: [{ role: "user", content: "When is high water at Brest?" }]
})

console.log(choices[0]?.message.content)
for (const [index, url] of (citations ?? []).entries()) console.log(`[${index + 1}] ${url}`)
console.log(`tokens: ${usage?.total_tokens}, USD: ${usage?.cost?.total_cost}`)

await client.close()
