// Retrieval of chunks that do not name their subject: context finds them, on queries nothing was fitted to.
import { readFileSync } from "node:fs"
import {
  ContextualizedEmbeddings,
  type ContextualizedEmbeddingsRequest
} from "@leadline/core/contextualized-embeddings"
import { cosine, hamming, toBits, toInt8 } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { test } from "../support/engines.ts"

/** Similar documents as chunks, and queries with the chunk that answers them. */
interface Cases {
  readonly documents: ReadonlyArray<{ readonly id: string; readonly chunks: ReadonlyArray<string> }>
  readonly queries: ReadonlyArray<{ query: string; document: string; chunk: number }>
}
const file = new URL("../../eval/retrieval.json", import.meta.url)
const { documents, queries }: Cases = JSON.parse(readFileSync(file, "utf8"))

/** The weights of the engine were chosen by the queries with even places; these are the others. */
const heldOut = queries.filter((_, place) => place % 2 === 1)

type Form = Omit<ContextualizedEmbeddingsRequest, "input">
const [small, large] = ["svc-embed-context-v1-0.6b", "svc-embed-context-v1-4b"] as const

/** Vectors of the texts of each list: of one document, or each alone. */
const embed = (form: Form, isDocument: boolean, lists: ReadonlyArray<ReadonlyArray<string>>) => {
  const input = isDocument ? lists : lists.flat().map((text) => [text])
  const created = ContextualizedEmbeddings.use(({ create }) => create({ ...form, input }))
  return Effect.map(created, ({ data }) => data.flatMap((document) => document.data))
}

/** Shares of the queries whose nearest chunk is right, or of the right document; the mean reciprocal rank of the right chunk. */
const measure = Effect.fnUntraced(function* (form: Form, isDocument = true) {
  const chunks = documents.flatMap(({ chunks: texts, id }) => texts.map((_, chunk) => ({ id, chunk })))
  const lists = documents.map((document) => document.chunks)
  const vectors = yield* embed(form, isDocument, lists)
  const asked = yield* embed(form, false, [heldOut.map(({ query }) => query)])
  const isPacked = form.encoding_format === "base64_binary"
  const closeness = (left = "", right = "") =>
    isPacked ? -hamming(toBits(left), toBits(right)) : cosine(toInt8(left), toInt8(right))
  let [first, document, reciprocal] = [0, 0, 0]
  for (const [at, wanted] of heldOut.entries()) {
    const close = vectors.map(({ embedding }) => closeness(asked[at]?.embedding, embedding))
    const ranked = chunks
      .map((chunk, place) => ({ ...chunk, close: close[place] ?? -Infinity }))
      .toSorted((left, right) => right.close - left.close)
    const rank = ranked.findIndex(({ chunk, id }) => id === wanted.document && chunk === wanted.chunk)
    first += (rank === 0 ? 1 : 0) / heldOut.length
    document += (ranked[0]?.id === wanted.document ? 1 : 0) / heldOut.length
    reciprocal += 1 / (rank + 1) / heldOut.length
  }
  return { first, document, reciprocal }
})

test("context finds the right chunk three times as often, and does not lose the document", function* () {
  const plain = yield* measure({ model: small }, false)
  const whole = yield* measure({ model: small })
  assert.isAtLeast(whole.first, Math.max(0.45, 3 * plain.first))
  assert.isAbove(whole.reciprocal, plain.reciprocal + 0.25)
  assert.isAtLeast(whole.document, Math.max(0.95, plain.document))
  // Short and packed vectors keep most of it.
  for (const form of [
    { model: small, dimensions: 128 },
    { model: large, dimensions: 512 },
    { model: large, encoding_format: "base64_binary" }
  ] as const)
    assert.isAtLeast((yield* measure(form)).reciprocal, 0.85 * whole.reciprocal)
})
