// The embeddings service: two methods, checked at both ends.
// Source: §2.7, §4.6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest, responseMismatch } from "../../service/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../service/methodTypes.ts"
import { fits } from "./base64.ts"
import * as limits from "./limits.ts"
import type { DocumentEmbeddings, Embedding } from "./schema.ts"
import {
  EmbeddingsRequest,
  EmbeddingsResponse,
  PlainEmbeddingsRequest,
  PlainEmbeddingsResponse,
  sizeOf
} from "./schema.ts"

/**
 * The methods of embeddings: Effects with {@link EffectMethodTypes}, promises with {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface EmbeddingsMethods<T extends MethodTypes> {
  /**
   * Embeds the chunks of documents, each in the context of its document. The order is that of the request. At most
   * 32,768 tokens per document and 120,000 per request, otherwise an InvalidRequestError of the server.
   * Bills 0.008 USD (0.6b) or 0.05 USD (4b) per million tokens.
   */
  readonly create: (
    request: EmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, EmbeddingsResponse, ApiError.ApiError>
  // Assumed: OAS.
  /**
   * Embeds texts, each by itself, in order. The same limits; bills 0.004 USD (0.6b) or 0.03 USD (4b) per million
   * tokens. The document has no such operation.
   */
  readonly createPlain: (
    request: PlainEmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, PlainEmbeddingsResponse, ApiError.ApiError>
}

/** The embeddings service, the same on client and server. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsMethods<EffectMethodTypes>>()(
  "@leadline/core/embeddings/Embeddings"
) {}

/** What an implementation supplies: the same methods, unchecked. */
export interface Engine {
  readonly create: (request: EmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly createPlain: (request: PlainEmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = validateRequest(EmbeddingsRequest)
const checkPlainRequest = validateRequest(PlainEmbeddingsRequest)
const checkResponse = validateResponse(EmbeddingsResponse)
const checkPlainResponse = validateResponse(PlainEmbeddingsResponse)

/** Is there one vector per text, in order and in the requested format? */
const areVectors = Effect.fnUntraced(function* (
  data: ReadonlyArray<Embedding>,
  count: number,
  { dimensions, encoding_format = "base64_int8", model }: EmbeddingsRequest | PlainEmbeddingsRequest
) {
  if (data.length !== count) return false
  const components = dimensions ?? sizeOf(model)
  let place = 0
  for (const { embedding, index } of data) {
    if (index !== place || !fits(embedding, components, encoding_format)) return false
    if (place++ % limits.vectorsPerStep === limits.vectorsPerStep - 1) yield* Effect.yieldNow
  }
  return true
})

/** The same for each document. */
const areDocuments = Effect.fnUntraced(function* (
  documents: ReadonlyArray<DocumentEmbeddings>,
  request: EmbeddingsRequest
) {
  if (documents.length !== request.input.length) return false
  for (const [place, { data, index }] of documents.entries()) {
    const isComplete =
      index === place && (yield* areVectors(data, request.input[place]?.length ?? 0, request))
    if (!isComplete) return false
    if (data.length < limits.vectorsPerStep)
      yield* place % limits.documentsPerStep === limits.documentsPerStep - 1 ? Effect.yieldNow : Effect.void
  }
  return true
})

/** The response, if it is complete and of the requested model. */
const checkVectors = <A extends { readonly model: string }>(
  response: A,
  { model }: EmbeddingsRequest | PlainEmbeddingsRequest,
  isComplete: Effect.Effect<boolean>
): Effect.Effect<A, ApiError.ApiError> =>
  Effect.flatMap(response.model === model ? isComplete : Effect.succeed(false), (isFit) =>
    isFit ? Effect.succeed(response) : Effect.fail(responseMismatch("The vectors do not fit the request."))
  )

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): Embeddings["Service"] => ({
  create: checkRequest((request) =>
    Effect.flatMap(checkResponse(engine.create(request)), (response) =>
      checkVectors(response, request, areDocuments(response.data, request))
    )
  ),
  createPlain: checkPlainRequest((request) =>
    Effect.flatMap(checkPlainResponse(engine.createPlain(request)), (response) =>
      checkVectors(
        response,
        request,
        areVectors(response.data, typeof request.input === "string" ? 1 : request.input.length, request)
      )
    )
  )
})
