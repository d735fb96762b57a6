// Makes an embeddings engine of a function that embeds documents.
// Source: §2.7, §4.6, §8; Assumed: ours for the interface itself.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import { costOf, perMillion } from "../../schema/Cost.ts"
import * as limits from "./limits.ts"
import { pack, toBase64 } from "./packing.ts"
import type { Prices } from "./prices.ts"
import * as listed from "./prices.ts"
import type { EmbeddingsRequest, PlainEmbeddingsRequest, Usage } from "./schema.ts"
import { sizeOf } from "./schema.ts"
import type { Engine } from "./service.ts"

/** A document to embed. A plain text is a document of one chunk. */
export interface EmbedTask {
  readonly model: EmbeddingsRequest["model"] | PlainEmbeddingsRequest["model"]
  /** The chunks in order. At least one, none empty. */
  readonly chunks: ReadonlyArray<string>
  /** The number of components: the first ones of the model's vector. */
  readonly dimensions: number
}

/** Embeds documents. Limits, encoding, usage and cost are not its concern. */
export interface Embedder {
  /** The number of tokens of each text. */
  readonly countTokens: (
    texts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<number>, ApiError.ApiError>
  /**
   * One vector per chunk, in order: at least `dimensions` components from -1 to 1; more are ignored. A vector is used
   * before the next one is pulled, so its memory may be reused.
   */
  readonly embed: (task: EmbedTask) => Stream.Stream<ArrayLike<number>, ApiError.ApiError>
}

const defect = (what: string) =>
  Effect.andThen(
    Effect.logError(`The embeddings engine gave ${what}`),
    new ApiError.InternalServerError({ message: "The embeddings engine failed." })
  )

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const tooMany = (
  path: ReadonlyArray<string | number>,
  limit: number,
  what: string,
  got: number
): ApiError.Issue => ({
  path,
  message: `Expected at most ${limit} tokens ${what}, got ${got}`,
  code: "too_long"
})

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

type Place = (document: number) => ReadonlyArray<string | number>

/** The tokens of all documents, or the failure that names those over the limit. */
const countAll = Effect.fnUntraced(function* (
  embedder: Embedder,
  documents: ReadonlyArray<ReadonlyArray<string>>,
  place: Place
) {
  const issues: Array<ApiError.Issue> = []
  let total = 0
  for (const [index, chunks] of documents.entries()) {
    const counts = yield* embedder.countTokens(chunks)
    if (counts.length !== chunks.length || !counts.every(isCount)) return yield* defect("no token counts")
    const tokens = sum(counts)
    total += tokens
    if (tokens > limits.documentTokens)
      issues.push(tooMany(place(index), limits.documentTokens, "a document", tokens))
  }
  if (total > limits.requestTokens) issues.push(tooMany(["input"], limits.requestTokens, "in all", total))
  return issues.length === 0 ? total : yield* refused(issues)
})

const refused = (issues: ReadonlyArray<ApiError.Issue>) =>
  new ApiError.InvalidRequestError({ message: issues.slice(0, 3).map(ApiError.issueText).join("; "), issues })

const usage = (tokens: number, usdPerMillion: number): Usage => {
  const cost = costOf(tokens, perMillion(usdPerMillion))
  return {
    prompt_tokens: tokens,
    total_tokens: tokens,
    cost: { input_cost: cost, total_cost: cost, currency: "USD" }
  }
}

const isUsable = (vector: ArrayLike<number>, dimensions: number): boolean => {
  if (vector.length < dimensions) return false
  for (let d = 0; d < dimensions; d++) if (!Number.isFinite(vector[d])) return false
  return true
}

const entry = (embedding: string, index: number) => ({ object: "embedding", index, embedding })

/** An engine of an embedder: adds token limits, the deadline, encoding, usage and cost. Default prices: the list. */
export const fromEmbedder = (embedder: Embedder, prices: Prices = listed.prices): Engine => {
  /** The encoded vectors of one document, each encoded before the next one is made. */
  const embedDocument = Effect.fnUntraced(function* (
    { dimensions: asked, encoding_format = "base64_int8", model }: EmbeddingsRequest | PlainEmbeddingsRequest,
    chunks: ReadonlyArray<string>
  ) {
    const dimensions = asked ?? sizeOf(model)
    const packed: Array<string> = []
    yield* Stream.runForEach(embedder.embed({ model, chunks, dimensions }), (vector) => {
      if (!isUsable(vector, dimensions)) return defect("a vector that is none")
      packed.push(toBase64(pack(vector, dimensions, encoding_format)))
      return Effect.void
    })
    return packed.length === chunks.length ? packed : yield* defect("another number of vectors than chunks")
  })

  const create = Effect.fnUntraced(function* (request: EmbeddingsRequest) {
    const tokens = yield* countAll(embedder, request.input, (document) => ["input", document])
    const data = yield* Effect.forEach(request.input, (chunks, index) =>
      Effect.map(embedDocument(request, chunks), (packed) => ({
        object: "list",
        index,
        data: packed.map(entry)
      }))
    )
    return { object: "list", data, model: request.model, usage: usage(tokens, prices[request.model]) }
  })

  const createPlain = Effect.fnUntraced(function* (request: PlainEmbeddingsRequest) {
    const { input, model } = request
    const texts = typeof input === "string" ? [input] : input
    const documents = texts.map((text) => [text])
    const place: Place = (document) => (typeof input === "string" ? ["input"] : ["input", document])
    const tokens = yield* countAll(embedder, documents, place)
    const packed = yield* Effect.forEach(documents, (chunks) => embedDocument(request, chunks))
    return { object: "list", data: packed.flat().map(entry), model, usage: usage(tokens, prices[model]) }
  })

  return {
    create: (request) => inTime(create(request)),
    createPlain: (request) => inTime(createPlain(request))
  }
}

const inTime = <A>(work: Effect.Effect<A, ApiError.ApiError>) =>
  Effect.timeoutOrElse(work, {
    duration: limits.modelWait,
    orElse: () =>
      Effect.fail(
        new ApiError.DeadlineExceededError({
          message: "The model did not answer in time.",
          phase: "service"
        })
      )
  })
