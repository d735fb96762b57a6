// The embeddings service: two methods, held to the contract at both ends.
// Source: §2.7, §4.6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import type { Call, EffectFace, Face } from "../shared/Face.ts"
import { fits } from "./base64.ts"
import type { Embedding } from "./schema.ts"
import {
  EmbeddingsRequest,
  EmbeddingsResponse,
  PlainEmbeddingsRequest,
  PlainEmbeddingsResponse,
  sizeOf
} from "./schema.ts"

/** The methods, under either carrier. */
export interface EmbeddingsMethods<F extends Face> {
  /**
   * Embeds the chunks of documents, each with its document's context: documents and chunks come back in order.
   * At most 32,768 tokens a document and 120,000 in all, else an InvalidRequestError of the server.
   * Bills 0.008 USD (0.6b) or 0.05 USD (4b) per million tokens.
   */
  readonly create: (
    request: EmbeddingsRequest,
    ...rest: F["rest"]
  ) => Call<F, EmbeddingsResponse, ApiError.ApiError>
  /**
   * Embeds texts, each alone, in order. The same limits; bills 0.004 USD (0.6b) or 0.03 USD (4b) per million
   * tokens. Assumed: OAS. The document has no such operation.
   */
  readonly createPlain: (
    request: PlainEmbeddingsRequest,
    ...rest: F["rest"]
  ) => Call<F, PlainEmbeddingsResponse, ApiError.ApiError>
}

/** The embeddings service, client or server side. */
export class Embeddings extends Context.Service<Embeddings, EmbeddingsMethods<EffectFace>>()(
  "@leadline/core/embeddings/Embeddings"
) {}

/** What an implementation supplies: the same methods, before any check. */
export interface Engine {
  readonly create: (request: EmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly createPlain: (request: PlainEmbeddingsRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const closed = { errors: "all", onExcessProperty: "error" } as const
const checkRequest = Schema.decodeUnknownEffect(Schema.toType(EmbeddingsRequest), closed)
const checkPlainRequest = Schema.decodeUnknownEffect(Schema.toType(PlainEmbeddingsRequest), closed)
const checkResponse = Schema.decodeUnknownEffect(Schema.toType(EmbeddingsResponse))
const checkPlainResponse = Schema.decodeUnknownEffect(Schema.toType(PlainEmbeddingsResponse))

type Asked = EmbeddingsRequest | PlainEmbeddingsRequest

/** One vector for each of `count` texts, in order, packed as asked? */
const areVectors = (data: ReadonlyArray<Embedding>, count: number, request: Asked): boolean => {
  const { dimensions = sizeOf(request.model), encoding_format = "base64_int8" } = request
  return (
    data.length === count &&
    data.every(
      ({ embedding, index }, place) => index === place && fits(embedding, dimensions, encoding_format)
    )
  )
}

const misfit = () =>
  new ApiError.InvalidResponseError({ message: "The vectors do not fit the request.", reason: "schema" })

const asApiError = (error: ApiError.ApiError | Schema.SchemaError) =>
  error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (engine: Engine): Embeddings["Service"] => ({
  create: Effect.fn("Embeddings.create")(function* (request: EmbeddingsRequest) {
    const checked = yield* Effect.mapError(checkRequest(request), ApiError.invalidRequest)
    const response = yield* Effect.mapError(Effect.flatMap(engine.create(checked), checkResponse), asApiError)
    const isWhole =
      response.model === checked.model &&
      response.data.length === checked.input.length &&
      response.data.every(
        ({ data, index }, place) =>
          index === place && areVectors(data, checked.input[place]?.length ?? 0, checked)
      )
    return isWhole ? response : yield* misfit()
  }),
  createPlain: Effect.fn("Embeddings.createPlain")(function* (request: PlainEmbeddingsRequest) {
    const checked = yield* Effect.mapError(checkPlainRequest(request), ApiError.invalidRequest)
    const response = yield* Effect.mapError(
      Effect.flatMap(engine.createPlain(checked), checkPlainResponse),
      asApiError
    )
    const count = typeof checked.input === "string" ? 1 : checked.input.length
    return response.model === checked.model && areVectors(response.data, count, checked)
      ? response
      : yield* misfit()
  })
})
