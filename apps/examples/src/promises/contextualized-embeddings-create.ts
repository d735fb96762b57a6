// Finds the passage that answers a question, each passage read with its document. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const documents = [
  ["The Marina is a hotel on the harbour of Split.", "Breakfast is served from seven on the terrace."],
  ["The Alpenblick is a mountain inn above Zermatt.", "Breakfast is served from six, before the climb."]
]
const question = "When is breakfast at the Alpenblick?"

const { data, usage } = await client.contextualizedEmbeddings.create({
  model: "svc-embed-context-v1-0.6b",
  input: [...documents, [question]]
})
const asked = toInt8(data.at(-1)?.data[0]?.embedding ?? "")
const ranked = documents
  .flatMap((chunks, d) =>
    chunks.map((text, c) => ({ text, close: cosine(asked, toInt8(data[d]?.data[c]?.embedding ?? "")) }))
  )
  .toSorted((left, right) => right.close - left.close)

for (const { close, text } of ranked) console.log(`${close.toFixed(2)}  ${text}`)
console.log(`${usage.total_tokens} tokens, ${usage.cost.total_cost} ${usage.cost.currency}`)

await client.close()
