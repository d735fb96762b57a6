// Answers a question from one's own documents: embeds their chunks, ranks them, and lets chat answer from the nearest.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; the question may be the first argument.
import { embedAllDocuments } from "@leadline/core/bulk"
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { createClient } from "@leadline/transport-node"
import { handbook } from "../data/handbook.ts"

const { 2: question = "When is breakfast at the Alpenblick?" } = process.argv
const client = createClient()
const model = "svc-embed-context-v1-0.6b"

// Once, when documents change: each chunk is embedded knowing its document. Keep the vectors beside the texts.
const documents = handbook.map(({ chunks }) => chunks)
const index: Array<{ readonly text: string; readonly title: string; readonly vector: Int8Array }> = []
for await (const { index: d, item, result } of embedAllDocuments(client.contextualizedEmbeddings, documents, {
  model
}))
  for (const [c, text] of item.entries())
    index.push({ text, title: handbook[d]?.title ?? "", vector: toInt8(result.data[c]?.embedding ?? "") })

// For each question: a document of one chunk, embedded by the same model.
const { data } = await client.contextualizedEmbeddings.create({ model, input: [[question]] })
const asked = toInt8(data[0]?.data[0]?.embedding ?? "")
const nearest = index
  .map((chunk) => ({ ...chunk, similarity: cosine(asked, chunk.vector) }))
  .toSorted((left, right) => right.similarity - left.similarity)
  .slice(0, 3)
const passages = nearest.map(({ text, title }, n) => `[${n + 1}] ${title}: ${text}`)

const { choices } = await client.chat.create({
  model: "sonar",
  disable_search: true,
  messages: [
    { role: "system", content: "Answer from the passages alone, and name the passage, as in [1]." },
    { role: "user", content: [...passages, question].join("\n") }
  ]
})

console.log(`${question}\n${choices[0]?.message.content}\n`)
for (const [n, { similarity }] of nearest.entries()) console.log(`${similarity.toFixed(2)} ${passages[n]}`)

await client.close()
