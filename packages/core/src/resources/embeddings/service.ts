// The embeddings service: one method, checked at both ends.
// Source: §2.7, §4.6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../validation/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../validation/methodTypes.ts"
import { areVectors, checkVectors } from "./checkVectors.ts"
import { EmbeddingsRequest, EmbeddingsResponse } from "./schema.ts"

/**
 * The methods of embeddings: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface EmbeddingsMethods<T extends MethodTypes> {
  // Assumed: OAS.
  /**
   * Embeds texts, each by itself. The order is that of the request. At most 32,768 tokens per text and 120,000 per
   * request, otherwise an InvalidRequestError of the server.
   * Bills 0.004 USD (0.6b) or 0.03 USD (4b) per million tokens.
   */
  readonly create: (
    request: EmbeddingsRequest,
    ...options: T["options"]
  ) => CallResult<T, EmbeddingsResponse, ApiError.ApiError>
}

/** The embeddings service, the same on client and server. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsMethods<EffectMethodTypes>>()(
  "@leadline/core/embeddings/Embeddings"
) {}

/** What an implementation supplies: the same method, unchecked. */
export interface Engine {
  readonly create: (request: EmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkRequest = validateRequest(EmbeddingsRequest)
const checkResponse = validateResponse(EmbeddingsResponse)

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (engine: Engine): Embeddings["Service"] => ({
  create: checkRequest((request) =>
    Effect.flatMap(checkResponse(engine.create(request)), (response) =>
      checkVectors(
        response,
        request,
        areVectors(response.data, typeof request.input === "string" ? 1 : request.input.length, request)
      )
    )
  )
})
