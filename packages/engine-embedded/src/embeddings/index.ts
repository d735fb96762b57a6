// The embedded embeddings engine: vectors of texts from the vectors of their words, offline.
import * as EmbeddingsRoom from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/SharedWordVectors.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { makeEmbedder } from "./embedder.ts"

export { makeEmbedder } from "./embedder.ts"

/** `Embeddings` answered in process. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerEmbeddings: Layer.Layer<EmbeddingsRoom.Embeddings, EngineDataError> = Layer.effect(
  EmbeddingsRoom.Embeddings,
  Effect.map(SharedWordVectors, (wordVectors) =>
    EmbeddingsRoom.make(EmbeddingsRoom.fromEmbedder(makeEmbedder(wordVectors)))
  )
).pipe(Layer.provide(layerSharedWordVectors))
