// Compares texts by their bits: 32 bytes a text. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { hamming, toBits } from "@leadline/core/embeddings"
import { createClient } from "@leadline/transport-node"

const client = createClient({})

const texts = ["The boat lies in the harbour.", "A ship is moored at the quay.", "The cake needs more sugar."]
const { data } = await client.embeddings.create({
  model: "svc-embed-v1-0.6b",
  input: texts,
  dimensions: 256,
  encoding_format: "base64_binary"
})
const [first, ...others] = data.map(({ embedding }) => toBits(embedding))

for (const [index, bits] of others.entries())
  console.log(`${hamming(first ?? bits, bits)} of 256 bits differ: ${texts[index + 1]}`)

await client.close()
