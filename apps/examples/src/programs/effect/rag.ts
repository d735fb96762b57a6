// Answers a question from one's own documents, as an Effect, over fetch: embeds chunks, ranks them, lets chat answer.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; the question may be the first argument.
import { Chat } from "@leadline/core/chat"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { cosine, toInt8 } from "@leadline/core/embeddings"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { handbook } from "../data/handbook.ts"

const { 2: question = "When is breakfast at the Alpenblick?" } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const embed = Effect.fn(function* (documents: ReadonlyArray<ReadonlyArray<string>>) {
  const embeddings = yield* ContextualizedEmbeddings
  const { data } = yield* embeddings.create({ model: "svc-embed-context-v1-0.6b", input: documents })
  return data.map((document) => document.data.map(({ embedding }) => toInt8(embedding)))
})

/** Once, when documents change: each chunk is embedded knowing its document. Keep the vectors beside the texts. */
const makeIndex = Effect.map(embed(handbook.map(({ chunks }) => chunks)), (vectors) =>
  handbook.flatMap(({ chunks, title }, d) =>
    chunks.flatMap((text, c) => {
      const vector = vectors[d]?.[c]
      return vector === undefined ? [] : [{ title, text, vector }]
    })
  )
)

const program = Effect.gen(function* () {
  const chat = yield* Chat
  const index = yield* makeIndex
  // For each question: a document of one chunk, embedded by the same model.
  const [[asked] = []] = yield* embed([[question]])
  if (asked === undefined) return yield* Effect.die(new Error("The question has no vector."))
  const nearest = index
    .map((chunk) => ({ ...chunk, close: cosine(asked, chunk.vector) }))
    .toSorted((left, right) => right.close - left.close)
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
  for (const [n, { close }] of nearest.entries()) yield* Console.log(`${close.toFixed(2)} ${passages[n]}`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
