// Makes an embeddings engine of a function that embeds documents, and the part of it that contextualized engines share.
// Source: §2.7, §4.6, §8; Assumed: ours for the interface itself.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import { costOf, perMillion } from "../../schema/Cost.ts"
import * as limits from "./limits.ts"
import { toBase64 } from "../../protocol/base64.ts"
import { pack } from "./packing.ts"
import type { Prices } from "./prices.ts"
import * as listed from "./prices.ts"
import type { Embedding, Usage, VectorForm } from "./schema.ts"
import { sizeOf } from "./schema.ts"
import type { Engine } from "./service.ts"

/** A document to embed. A text of `Embeddings` is a document of one chunk. */
export interface EmbedTask {
  readonly model: VectorForm["model"]
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

const usageOf = (tokens: number, usdPerMillion: number): Usage => {
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

const unknownModel = (known: ReadonlyArray<string>) => {
  const message = `Expected one of ${known.join(", ")}`
  return new ApiError.InvalidRequestError({
    message: `model: ${message}`,
    issues: [{ path: ["model"], message, code: "literal_error" }],
    phase: "request"
  })
}

/** The entries of some documents in a response, and the usage. */
export const embedDocuments = (embedder: Embedder, prices: Prices) => {
  /** The encoded vectors of one document, each encoded before the next one is made. */
  const embedDocument = Effect.fnUntraced(function* (
    { dimensions: asked, encoding_format = "base64_int8", model }: VectorForm,
    chunks: ReadonlyArray<string>
  ) {
    const known = asked ?? sizeOf(model)
    const entries: Array<Embedding> = []
    const task = { model, chunks, dimensions: known ?? limits.sizes["0.6b"] }
    yield* Stream.runForEach(embedder.embed(task), (vector) => {
      const dimensions = known ?? vector.length
      if (!isUsable(vector, dimensions)) return defect("an invalid vector")
      const embedding = toBase64(pack(vector, dimensions, encoding_format))
      entries.push({ object: "embedding", index: entries.length, embedding })
      return Effect.void
    })
    return entries.length === chunks.length ? entries : yield* defect("another number of vectors than chunks")
  })

  const embedAll = Effect.fnUntraced(function* (
    form: VectorForm,
    documents: ReadonlyArray<ReadonlyArray<string>>,
    place: Place
  ) {
    const price = prices[form.model]
    if (price === undefined) return yield* unknownModel(Object.keys(prices))
    const tokens = yield* countAll(embedder, documents, place)
    const entries = yield* Effect.forEach(documents, (chunks) => embedDocument(form, chunks))
    return { entries, usage: usageOf(tokens, price) }
  })

  return (...args: Parameters<typeof embedAll>) => inTime(embedAll(...args))
}

/**
 * An engine of an embedder: adds token limits, the deadline, encoding, usage and cost. Default prices: the list. The
 * function of this name in `@leadline/core/contextualized-embeddings` makes the other engine of the same embedder.
 */
export const fromEmbedder = (embedder: Embedder, prices: Prices = listed.prices): Engine => {
  const embed = embedDocuments(embedder, prices)
  return {
    create: (request) => {
      const { input, model } = request
      const isOne = typeof input === "string"
      const documents = (isOne ? [input] : input).map((text) => [text])
      return Effect.map(
        embed(request, documents, (text) => (isOne ? ["input"] : ["input", text])),
        ({ entries, usage }) => ({
          object: "list",
          data: entries.map(([vector], index) => ({ ...vector, index })),
          model,
          usage
        })
      )
    }
  }
}
