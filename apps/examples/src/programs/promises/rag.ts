// Answers a question from one's own documents: embeds their chunks, ranks them, and lets chat answer from the nearest.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; the question may be the first argument.
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { createClient } from "@leadline/transport-node"
import { handbook } from "../data/handbook.ts"

const { 2: question = "When is breakfast at the Alpenblick?" } = process.argv
const client = createClient()

const embed = async (documents: ReadonlyArray<ReadonlyArray<string>>) => {
  const { data } = await client.contextualizedEmbeddings.create({
    model: "svc-embed-context-v1-0.6b",
    input: documents
  })
  return data.map((document) => document.data.map(({ embedding }) => toInt8(embedding)))
}

// Once, when documents change: each chunk is embedded knowing its document. Keep the vectors beside the texts.
const vectors = await embed(handbook.map(({ chunks }) => chunks))
const index = handbook.flatMap(({ chunks, title }, d) =>
  chunks.flatMap((text, c) => {
    const vector = vectors[d]?.[c]
    return vector === undefined ? [] : [{ title, text, vector }]
  })
)

// For each question: a document of one chunk, embedded by the same model.
const [[asked] = []] = await embed([[question]])
if (asked === undefined) throw new Error("The question has no vector.")
const nearest = index
  .map((chunk) => ({ ...chunk, close: cosine(asked, chunk.vector) }))
  .toSorted((left, right) => right.close - left.close)
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
for (const [n, { close }] of nearest.entries()) console.log(`${close.toFixed(2)} ${passages[n]}`)

await client.close()
