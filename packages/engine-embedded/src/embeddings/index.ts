// The embedded embeddings engine: vectors of texts from the vectors of their words, offline.
import * as Contextualized from "@leadline/core/contextualized-embeddings"
import * as Plain from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/dataFile.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { makeEmbedder } from "./embedder.ts"

export { makeEmbedder } from "./embedder.ts"

/** The engine costs nothing. */
const prices = Object.fromEntries(Object.keys(Plain.prices).map((model) => [model, 0]))

/**
 * `ContextualizedEmbeddings` answered in process. Building it fails with `EngineDataError` when the data file is
 * unusable.
 */
export const layerContextualizedEmbeddings: Layer.Layer<
  Contextualized.ContextualizedEmbeddings,
  EngineDataError
> = Layer.effect(
  Contextualized.ContextualizedEmbeddings,
  Effect.map(SharedWordVectors, (wordVectors) =>
    Contextualized.make(Contextualized.fromEmbedder(makeEmbedder(wordVectors), prices))
  )
).pipe(Layer.provide(layerSharedWordVectors))

/** `Embeddings` answered in process. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerEmbeddings: Layer.Layer<Plain.Embeddings, EngineDataError> = Layer.effect(
  Plain.Embeddings,
  Effect.map(SharedWordVectors, (wordVectors) =>
    Plain.make(Plain.fromEmbedder(makeEmbedder(wordVectors), prices))
  )
).pipe(Layer.provide(layerSharedWordVectors))
