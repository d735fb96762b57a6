// Embeds any number of texts, or documents in chunks, in requests that keep the limits of the contract.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { PromiseMethodTypes } from "../../client/promise/promisify.ts"
import { aFunction, type Check, checkOptions, type Checks } from "../../client/optionChecks.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { encodeText } from "../../protocol/utf8.ts"
import * as contextualizedLimits from "../../resources/embeddings/contextualized/limits.ts"
import type {
  ContextualizedEmbeddingsRequest,
  ContextualizedEmbeddingsResponse,
  DocumentEmbeddings
} from "../../resources/embeddings/contextualized/schema.ts"
import {
  ContextualizedEmbeddings,
  type ContextualizedEmbeddingsMethods
} from "../../resources/embeddings/contextualized/service.ts"
import * as limits from "../../resources/embeddings/limits.ts"
import type { Embedding, EmbeddingsRequest, EmbeddingsResponse } from "../../resources/embeddings/schema.ts"
import { Embeddings, type EmbeddingsMethods } from "../../resources/embeddings/service.ts"
import { checkResource, iterableOver } from "../overClient.ts"
import {
  type BulkError,
  type BulkOptions,
  bulkOptions,
  type BulkPromiseOptions,
  bulkPromiseOptions,
  type BulkResult
} from "./options.ts"
import { runBatches } from "./runBatches.ts"
import {
  type Batch,
  type Capacity,
  fromStreamOrSync,
  sizeOf,
  type Source,
  streamOfAsync,
  toBatches
} from "./sources.ts"

interface OnResponse<Response> {
  /** Called with each response, for its `usage`. */
  readonly onResponse?: ((response: Response) => void) | undefined
}

/** Options of {@link embedAllEffect}: the request without its input, and those of bulk work. */
export interface EmbedAllEffectOptions
  extends BulkOptions, Omit<EmbeddingsRequest, "input">, OnResponse<EmbeddingsResponse> {}

/** Options of {@link embedAll}: the request without its input, and those of bulk work. */
export interface EmbedAllOptions
  extends BulkPromiseOptions, Omit<EmbeddingsRequest, "input">, OnResponse<EmbeddingsResponse> {}

/** Options of {@link embedAllDocumentsEffect}: the request without its input, and those of bulk work. */
export interface EmbedAllDocumentsEffectOptions
  extends
    BulkOptions,
    Omit<ContextualizedEmbeddingsRequest, "input">,
    OnResponse<ContextualizedEmbeddingsResponse> {}

/** Options of {@link embedAllDocuments}: the request without its input, and those of bulk work. */
export interface EmbedAllDocumentsOptions
  extends
    BulkPromiseOptions,
    Omit<ContextualizedEmbeddingsRequest, "input">,
    OnResponse<ContextualizedEmbeddingsResponse> {}

/** A field of the request, which is checked there. */
const aField: Check = ["a field of the request", () => true]

const own = { model: aField, dimensions: aField, encoding_format: aField, onResponse: aFunction }
const effectOptions = {
  ...bulkOptions,
  ...own
} satisfies Checks<EmbedAllEffectOptions & EmbedAllDocumentsEffectOptions>
const promiseOptions = {
  ...bulkPromiseOptions,
  ...own
} satisfies Checks<EmbedAllOptions & EmbedAllDocumentsOptions>

/** A token is at least a byte, so a request within this many bytes is within its tokens. */
const bytesOf = (text: string): number => encodeText(text).length

/** The capacity of a request of texts: texts, and bytes. */
export const textCapacity: Capacity<string> = {
  limits: [limits.texts.max, limits.requestTokens],
  costs: (text) => [1, bytesOf(text)]
}

/** The capacity of a request of documents: documents, chunks, and bytes. */
export const documentCapacity: Capacity<ReadonlyArray<string>> = {
  limits: [contextualizedLimits.documents.max, contextualizedLimits.chunks, limits.requestTokens],
  costs: (chunks) => [1, chunks.length, chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0)]
}

interface Form extends OnResponse<never> {
  readonly model: unknown
  readonly dimensions?: unknown
  readonly encoding_format?: unknown
}

interface Indexed {
  readonly index: number
}

interface Embedder<Response> {
  readonly create: (request: never) => Effect.Effect<Response, ApiError>
}

/**
 * One call for each batch. Indexes in a response refer to its request; they are converted to indexes in the source. The
 * caller says of which type the items are: the options decide whether failures are among the results.
 */
const embed = <I, Item, E, R>(
  service: Context.Service<I, Embedder<{ readonly data: ReadonlyArray<Indexed> }>>,
  capacity: Capacity<Item>,
  items: Stream.Stream<Item, E, R> | Iterable<Item>,
  options: BulkOptions & Form
): Stream.Stream<never, E | BulkError, R | I> => {
  checkOptions(options, effectOptions)
  const { dimensions, encoding_format, model, onResponse } = options
  const form = {
    model,
    ...(dimensions !== undefined && { dimensions }),
    ...(encoding_format !== undefined && { encoding_format })
  }
  const call = ({ index, items: input }: Batch<Item>): Effect.Effect<ReadonlyArray<Indexed>, ApiError, I> =>
    Effect.map(
      service.use(({ create }) => create({ ...form, input } as never)),
      (response) => {
        onResponse?.(response as never)
        return response.data.map((one) => ({ ...one, index: index + one.index }))
      }
    )
  const batches = toBatches(fromStreamOrSync(items), capacity, options.startAt ?? 0)
  return runBatches(batches, call, options, sizeOf(items)) as Stream.Stream<never, E | BulkError, R | I>
}

/**
 * Embeds each text by itself, in requests of at most 512 texts and 120,000 bytes of UTF-8: `{ index, item, result }` for
 * each text, with the vector in `result.embedding`. A request that fails fails all its texts. A batch is sent when it is
 * full or the source has ended.
 */
export const embedAll = <const O extends EmbedAllOptions>(
  embeddings: Pick<EmbeddingsMethods<PromiseMethodTypes>, "create">,
  texts: Source<string>,
  options: O
): AsyncIterable<BulkResult<string, Embedding, O>> => {
  checkResource(embeddings, "embeddings")
  checkOptions(options, promiseOptions)
  const { signal, ...given } = options
  const results = embedAllEffect<O, unknown>(streamOfAsync(texts), given as never)
  return iterableOver(Embeddings, embeddings, results, signal)
}

/** Twin of {@link embedAll}: texts from a Stream or an iterable, results as a Stream. */
export const embedAllEffect = <const O extends EmbedAllEffectOptions, E = never, R = never>(
  texts: Stream.Stream<string, E, R> | Iterable<string>,
  options: O
): Stream.Stream<BulkResult<string, Embedding, O>, E | BulkError, R | Embeddings> =>
  embed(Embeddings, textCapacity, texts, options)

/**
 * Embeds documents, each a list of its chunks, in requests of at most 512 documents, 16,000 chunks and 120,000 bytes of
 * UTF-8: `{ index, item, result }` for each document, with a vector for each chunk in `result.data`. Otherwise as
 * {@link embedAll}.
 */
export const embedAllDocuments = <const O extends EmbedAllDocumentsOptions>(
  embeddings: Pick<ContextualizedEmbeddingsMethods<PromiseMethodTypes>, "create">,
  documents: Source<ReadonlyArray<string>>,
  options: O
): AsyncIterable<BulkResult<ReadonlyArray<string>, DocumentEmbeddings, O>> => {
  checkResource(embeddings, "contextualizedEmbeddings")
  checkOptions(options, promiseOptions)
  const { signal, ...given } = options
  const results = embedAllDocumentsEffect<O, unknown>(streamOfAsync(documents), given as never)
  return iterableOver(ContextualizedEmbeddings, embeddings, results, signal)
}

/** Twin of {@link embedAllDocuments}: documents from a Stream or an iterable, results as a Stream. */
export const embedAllDocumentsEffect = <const O extends EmbedAllDocumentsEffectOptions, E = never, R = never>(
  documents: Stream.Stream<ReadonlyArray<string>, E, R> | Iterable<ReadonlyArray<string>>,
  options: O
): Stream.Stream<
  BulkResult<ReadonlyArray<string>, DocumentEmbeddings, O>,
  E | BulkError,
  R | ContextualizedEmbeddings
> => embed(ContextualizedEmbeddings, documentCapacity, documents, options)
