// Embeds any number of texts, or documents in chunks, in requests that keep the limits of the contract.
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
import { checkResource } from "../checkResource.ts"
import {
  type BulkError,
  type BulkOptions,
  bulkOptions,
  type BulkPromiseOptions,
  bulkPromiseOptions,
  type BulkResult
} from "./options.ts"
import { fromPromise, toIterable } from "./promiseInterop.ts"
import { runBatches } from "./runBatches.ts"
import {
  type Batch,
  type Capacity,
  fromStreamOrSync,
  sizeOf,
  type Source,
  toBatches,
  toStream
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

/** What one request of texts can hold: texts, and bytes. */
export const textCapacity: Capacity<string> = {
  limits: [limits.texts.max, limits.requestTokens],
  costs: (text) => [1, bytesOf(text)]
}

/** What one request of documents can hold: documents, chunks, and bytes. */
export const documentCapacity: Capacity<ReadonlyArray<string>> = {
  limits: [contextualizedLimits.documents.max, contextualizedLimits.chunks, limits.requestTokens],
  costs: (chunks) => [1, chunks.length, chunks.reduce((sum, chunk) => sum + bytesOf(chunk), 0)]
}

type Form<Model> = {
  readonly model: Model
  readonly dimensions?: number
  readonly encoding_format?: EmbeddingsRequest["encoding_format"]
}

/** The fields of a request, without those of bulk work. */
const formOf = <Model>({ dimensions, encoding_format, model }: Form<Model>) => ({
  model,
  ...(dimensions !== undefined && { dimensions }),
  ...(encoding_format !== undefined && { encoding_format })
})

/** One call for each batch. Indexes in a response refer to its request; they are converted to indexes in the source. */
const embedded =
  <Item, V extends { readonly index: number }, Response extends { readonly data: ReadonlyArray<V> }, R>(
    { onResponse }: OnResponse<Response>,
    call: (input: ReadonlyArray<Item>) => Effect.Effect<Response, ApiError, R>
  ) =>
  ({ index, items }: Batch<Item>): Effect.Effect<ReadonlyArray<V>, ApiError, R> =>
    Effect.map(call(items), (response) => {
      onResponse?.(response)
      return response.data.map((one) => ({ ...one, index: index + one.index }))
    })

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
  const given: EmbedAllOptions = options
  const results = runBatches(
    toBatches(toStream(texts), textCapacity, given.startAt ?? 0),
    embedded(given, (input: ReadonlyArray<string>) =>
      fromPromise((call) => embeddings.create({ ...formOf(given), input }, call))
    ),
    given,
    sizeOf(texts)
  )
  return toIterable(results, given.signal) as AsyncIterable<BulkResult<string, Embedding, O>>
}

/** Twin of {@link embedAll}: texts from a Stream or an iterable, results as a Stream. */
export const embedAllEffect = <const O extends EmbedAllEffectOptions, E = never, R = never>(
  texts: Stream.Stream<string, E, R> | Iterable<string>,
  options: O
): Stream.Stream<BulkResult<string, Embedding, O>, E | BulkError, R | Embeddings> => {
  checkOptions(options, effectOptions)
  const given: EmbedAllEffectOptions = options
  return runBatches(
    toBatches(fromStreamOrSync(texts), textCapacity, given.startAt ?? 0),
    embedded(given, (input: ReadonlyArray<string>) =>
      Embeddings.use(({ create }) => create({ ...formOf(given), input }))
    ),
    given,
    sizeOf(texts)
  ) as Stream.Stream<BulkResult<string, Embedding, O>, E | BulkError, R | Embeddings>
}

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
  const given: EmbedAllDocumentsOptions = options
  const results = runBatches(
    toBatches(toStream(documents), documentCapacity, given.startAt ?? 0),
    embedded(given, (input: ReadonlyArray<ReadonlyArray<string>>) =>
      fromPromise((call) => embeddings.create({ ...formOf(given), input }, call))
    ),
    given,
    sizeOf(documents)
  )
  return toIterable(results, given.signal) as AsyncIterable<
    BulkResult<ReadonlyArray<string>, DocumentEmbeddings, O>
  >
}

/** Twin of {@link embedAllDocuments}: documents from a Stream or an iterable, results as a Stream. */
export const embedAllDocumentsEffect = <const O extends EmbedAllDocumentsEffectOptions, E = never, R = never>(
  documents: Stream.Stream<ReadonlyArray<string>, E, R> | Iterable<ReadonlyArray<string>>,
  options: O
): Stream.Stream<
  BulkResult<ReadonlyArray<string>, DocumentEmbeddings, O>,
  E | BulkError,
  R | ContextualizedEmbeddings
> => {
  checkOptions(options, effectOptions)
  const given: EmbedAllDocumentsEffectOptions = options
  return runBatches(
    toBatches(fromStreamOrSync(documents), documentCapacity, given.startAt ?? 0),
    embedded(given, (input: ReadonlyArray<ReadonlyArray<string>>) =>
      ContextualizedEmbeddings.use(({ create }) => create({ ...formOf(given), input }))
    ),
    given,
    sizeOf(documents)
  ) as Stream.Stream<
    BulkResult<ReadonlyArray<string>, DocumentEmbeddings, O>,
    E | BulkError,
    R | ContextualizedEmbeddings
  >
}
