// The contextualized embeddings service: one method, checked at both ends.
// Source: §2.7, §4.6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../../validation/methodTypes.ts"
import { areVectors, checkVectors } from "../checkVectors.ts"
import { vectorsPerStep } from "../limits.ts"
import * as limits from "./limits.ts"
import type { DocumentEmbeddings } from "./schema.ts"
import { ContextualizedEmbeddingsRequest, ContextualizedEmbeddingsResponse } from "./schema.ts"

/**
 * The methods of contextualized embeddings: Effects with {@link EffectMethodTypes}, promises with
 * `PromiseMethodTypes`. Each fails with an `ApiError`.
 */
export interface ContextualizedEmbeddingsMethods<T extends MethodTypes> {
  /**
   * Embeds the chunks of documents, each in the context of its document. The order is that of the request. At most
   * 32,768 tokens per document and 120,000 per request, otherwise an InvalidRequestError of the server.
   * Bills 0.008 USD (0.6b) or 0.05 USD (4b) per million tokens.
   */
  readonly create: (
    request: ContextualizedEmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, ContextualizedEmbeddingsResponse, ApiError.ApiError>
}

/** The contextualized embeddings service, the same on client and server. */
export class ContextualizedEmbeddings extends Context.Service<
  ContextualizedEmbeddings,
  ContextualizedEmbeddingsMethods<EffectMethodTypes>
>()("@leadline/core/contextualized-embeddings/ContextualizedEmbeddings") {}

/** What an implementation supplies: the same method, unchecked. */
export interface Engine {
  readonly create: (request: ContextualizedEmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = validateRequest(ContextualizedEmbeddingsRequest)
const checkResponse = validateResponse(ContextualizedEmbeddingsResponse)

/** Is there one entry per document, with one vector per chunk? */
const areDocuments = Effect.fnUntraced(function* (
  documents: ReadonlyArray<DocumentEmbeddings>,
  request: ContextualizedEmbeddingsRequest
) {
  if (documents.length !== request.input.length) return false
  for (const [place, { data, index }] of documents.entries()) {
    const isComplete =
      index === place && (yield* areVectors(data, request.input[place]?.length ?? 0, request))
    if (!isComplete) return false
    if (data.length < vectorsPerStep)
      yield* place % limits.documentsPerStep === limits.documentsPerStep - 1 ? Effect.yieldNow : Effect.void
  }
  return true
})

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): ContextualizedEmbeddings["Service"] => ({
  create: checkRequest((request) =>
    Effect.flatMap(checkResponse(engine.create(request)), (response) =>
      checkVectors(response, request, areDocuments(response.data, request))
    )
  )
})
