// Measures retrieval of chunks, with and without document context.
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { cosine, Embeddings, hamming, toBits, toInt8 } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as FileSystem from "node:fs"

/** A labelled set: documents as chunks, and queries with the chunk that answers them. */
interface RetrievalSet {
  readonly documents: ReadonlyArray<{ readonly id: string; readonly chunks: ReadonlyArray<string> }>
  readonly queries: ReadonlyArray<{
    readonly query: string
    readonly document: string
    readonly chunk: number
  }>
}

/** The labelled set of this package: similar documents whose chunks do not name their subject. */
export const ownSet: RetrievalSet = JSON.parse(
  FileSystem.readFileSync(new URL("../../eval/retrieval.json", import.meta.url), "utf8")
)

/** Size, dimensions and encoding of the vectors. */
export interface Form {
  readonly size: "0.6b" | "4b"
  readonly dimensions?: number
  readonly encoding_format?: "base64_int8" | "base64_binary"
}

/** Shares of the queries, 0 to 1. `document`: the nearest chunk is of the right document. */
interface Figures {
  readonly first: number
  readonly document: number
  /** Mean reciprocal rank of the right chunk. */
  readonly reciprocal: number
}

type Vectors = ReadonlyArray<ReadonlyArray<string>>

const contextualVectors = ({ size, ...form }: Form, input: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.map(
    ContextualizedEmbeddings.use(({ create }) =>
      create({ model: `svc-embed-context-v1-${size}`, input, ...form })
    ),
    ({ data }): Vectors => data.map((document) => document.data.map(({ embedding }) => embedding))
  )

const plainVectors = ({ size, ...form }: Form, input: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.map(
    Embeddings.use(({ create }) => create({ model: `svc-embed-v1-${size}`, input: input.flat(), ...form })),
    ({ data }): Vectors => {
      let next = 0
      return input.map((chunks) => chunks.map(() => data[next++]?.embedding ?? ""))
    }
  )

/** Higher is closer. */
const closeness = (form: Form, left: string, right: string): number =>
  form.encoding_format === "base64_binary"
    ? -hamming(toBits(left), toBits(right))
    : cosine(toInt8(left), toInt8(right))

/** Evaluates all queries against all chunks. */
const figures = Effect.fnUntraced(function* (set: RetrievalSet, form: Form, way: "contextual" | "plain") {
  const embed = (input: ReadonlyArray<ReadonlyArray<string>>) =>
    way === "contextual" ? contextualVectors(form, input) : plainVectors(form, input)
  const chunks = yield* embed(set.documents.map((document) => document.chunks))
  const queries = yield* embed(set.queries.map(({ query }) => [query]))
  let first = 0
  let ofDocument = 0
  let reciprocal = 0
  for (const [at, { chunk, document }] of set.queries.entries()) {
    const query = queries[at]?.[0] ?? ""
    const ranked = set.documents
      .flatMap(({ id }, d) =>
        (chunks[d] ?? []).map((vector, c) => ({ id, c, close: closeness(form, query, vector) }))
      )
      .toSorted((left, right) => right.close - left.close)
    const rank = ranked.findIndex(({ c, id }) => id === document && c === chunk)
    first += rank === 0 ? 1 : 0
    ofDocument += ranked[0]?.id === document ? 1 : 0
    reciprocal += 1 / (rank + 1)
  }
  const count = set.queries.length
  const found: Figures = {
    first: first / count,
    document: ofDocument / count,
    reciprocal: reciprocal / count
  }
  return found
})

/** The weights were chosen by the queries with even places; these are the others. */
export const heldOut = { ...ownSet, queries: ownSet.queries.filter((_, place) => place % 2 === 1) }

/** The figures of chunks embedded with their document. */
export const contextual = (form: Form, set = ownSet) => figures(set, form, "contextual")

/** The figures of chunks embedded alone. */
export const plain = (form: Form, set = ownSet) => figures(set, form, "plain")
