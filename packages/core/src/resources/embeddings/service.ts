// The embeddings service: two methods, held to the contract at both ends.
// Source: §2.7, §4.6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest, responseMismatch } from "../../service/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../service/methodTypes.ts"
import { fits } from "./base64.ts"
import type { DocumentEmbeddings, Embedding } from "./schema.ts"
import {
  EmbeddingsRequest,
  EmbeddingsResponse,
  PlainEmbeddingsRequest,
  PlainEmbeddingsResponse,
  sizeOf
} from "./schema.ts"

/**
 * The methods of embeddings: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface EmbeddingsMethods<T extends MethodTypes> {
  /**
   * Embeds the chunks of documents, each with its document's context: documents and chunks come back in order.
   * At most 32,768 tokens a document and 120,000 in all, else an InvalidRequestError of the server.
   * Bills 0.008 USD (0.6b) or 0.05 USD (4b) per million tokens.
   */
  readonly create: (
    request: EmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, EmbeddingsResponse, ApiError.ApiError>
  /**
   * Embeds texts, each alone, in order. The same limits; bills 0.004 USD (0.6b) or 0.03 USD (4b) per million
   * tokens. Assumed: OAS. The document has no such operation.
   */
  readonly createPlain: (
    request: PlainEmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, PlainEmbeddingsResponse, ApiError.ApiError>
}

/** The embeddings service, client or server side. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsMethods<EffectMethodTypes>>()(
  "@leadline/core/embeddings/Embeddings"
) {}

/** What an implementation supplies: the same methods, before any check. */
export interface Engine {
  readonly create: (request: EmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly createPlain: (request: PlainEmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const asked = validateRequest(EmbeddingsRequest)
const plainAsked = validateRequest(PlainEmbeddingsRequest)
const answered = validateResponse(EmbeddingsResponse)
const plainAnswered = validateResponse(PlainEmbeddingsResponse)

/** Vectors looked at before others may run: of the largest, about a millisecond. */
const stride = 256

/** One vector for each of `count` texts, in order, packed as asked? */
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
    if (place++ % stride === stride - 1) yield* Effect.yieldNow
  }
  return true
})

/** The same for every document. */
const areDocuments = Effect.fnUntraced(function* (
  documents: ReadonlyArray<DocumentEmbeddings>,
  request: EmbeddingsRequest
) {
  if (documents.length !== request.input.length) return false
  for (const [place, { data, index }] of documents.entries()) {
    const isWhole = index === place && (yield* areVectors(data, request.input[place]?.length ?? 0, request))
    if (!isWhole) return false
    if (data.length < stride) yield* place % 16 === 15 ? Effect.yieldNow : Effect.void
  }
  return true
})

/** The answer if it is whole and of the model asked for. */
const held = <A extends { readonly model: string }>(
  response: A,
  { model }: EmbeddingsRequest | PlainEmbeddingsRequest,
  isWhole: Effect.Effect<boolean>
): Effect.Effect<A, ApiError.ApiError> =>
  Effect.flatMap(response.model === model ? isWhole : Effect.succeed(false), (isFit) =>
    isFit ? Effect.succeed(response) : Effect.fail(responseMismatch("The vectors do not fit the request."))
  )

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Embeddings["Service"] => ({
  create: asked((request) =>
    Effect.flatMap(answered(engine.create(request)), (response) =>
      held(response, request, areDocuments(response.data, request))
    )
  ),
  createPlain: plainAsked((request) =>
    Effect.flatMap(plainAnswered(engine.createPlain(request)), (response) =>
      held(
        response,
        request,
        areVectors(response.data, typeof request.input === "string" ? 1 : request.input.length, request)
      )
    )
  )
})
