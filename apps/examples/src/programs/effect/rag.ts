// Answers a question from one's own documents, as an Effect, over fetch: embeds chunks, ranks them, lets chat answer.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; the question may be the first argument.
import { embedAllDocumentsEffect } from "@leadline/core/bulk"
import { Chat } from "@leadline/core/chat"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { handbook } from "../data/handbook.ts"

const { 2: question = "When is breakfast at the Alpenblick?" } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env
const model = "svc-embed-context-v1-0.6b"

/** Once, when documents change: each chunk is embedded knowing its document. Keep the vectors beside the texts. */
const index = embedAllDocumentsEffect(
  handbook.map(({ chunks }) => chunks),
  { model }
).pipe(
  Stream.flatMap(({ index: d, item, result }) =>
    Stream.fromIterable(
      item.map((text, c) => ({
        text,
        title: handbook[d]?.title ?? "",
        vector: toInt8(result.data[c]?.embedding ?? "")
      }))
    )
  ),
  Stream.runCollect
)

const program = Effect.gen(function* () {
  const chat = yield* Chat
  const embeddings = yield* ContextualizedEmbeddings
  const chunks = yield* index
  // For each question: a document of one chunk, embedded by the same model.
  const { data } = yield* embeddings.create({ model, input: [[question]] })
  const asked = toInt8(data[0]?.data[0]?.embedding ?? "")
  const nearest = chunks
    .map((chunk) => ({ ...chunk, similarity: cosine(asked, chunk.vector) }))
    .toSorted((left, right) => right.similarity - left.similarity)
    .slice(0, 3)
  const passages = nearest.map(({ text, title }, n) => `[${n + 1}] ${title}: ${text}`)
  const { choices } = yield* chat.create({
    model: "sonar",
    disable_search: true,
    messages: [
      { role: "system", content: "Answer from the passages alone, and name the passage, as in [1]." },
      { role: "user", content: [...passages, question].join("\n") }
    ]
  })
  yield* Console.log(`${question}\n${choices[0]?.message.content}\n`)
  for (const [n, { similarity }] of nearest.entries())
    yield* Console.log(`${similarity.toFixed(2)} ${passages[n]}`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
