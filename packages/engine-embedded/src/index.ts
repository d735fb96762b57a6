// The embedded engines: answers in process, offline, the same way every time.
import * as DecisionsRoom from "@leadline/core/decisions"
import * as EmbeddingsRoom from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeEmbedder } from "./embeddings/embedder.ts"
import { readData } from "./vectors/dataFile.ts"
import type { EngineDataError } from "./vectors/wordVectors.ts"
import { loadWeights } from "./vectors/wordVectors.ts"
import { makeWeigher } from "./decisions/engine.ts"
import { layer as layerWordVectors, WordVectors } from "./vectors/SharedWordVectors.ts"

export { type ChatPrice, chatPrices, toolPrices } from "./question-answering/prices.ts"
export { layerChat } from "./chat/index.ts"
export { layerResponses, type Preset, presets, type ResponsesOptions } from "./responses/index.ts"
export { makeEmbedder } from "./embeddings/embedder.ts"
export { EngineDataError, loadWeights, type Weights } from "./vectors/wordVectors.ts"
export {
  indexFolder,
  type IndexOptions,
  type IndexQuery,
  isDocumentation,
  layerIndex,
  layerSearch,
  type Means,
  type Page,
  type Ranked,
  type Refreshed,
  SearchFolderError,
  SearchIndex
} from "./search/index.ts"
export { makeWeigher } from "./decisions/engine.ts"

/** The engine over the data file that comes with the package. Reads the file each time it is run. */
export const weigher: Effect.Effect<DecisionsRoom.Weigher, EngineDataError> = readData.pipe(
  Effect.flatMap(loadWeights),
  Effect.map(makeWeigher)
)

/** `Decisions` answered by this engine. Fails while it is built when the data file is not usable. */
export const layer: Layer.Layer<DecisionsRoom.Decisions, EngineDataError> = Layer.effect(
  DecisionsRoom.Decisions,
  Effect.map(WordVectors, (weights) => DecisionsRoom.make(DecisionsRoom.fromWeigher(makeWeigher(weights))))
).pipe(Layer.provide(layerWordVectors))

/** `Embeddings` answered over the same data file. Fails while it is built when the file is not usable. */
export const layerEmbeddings: Layer.Layer<EmbeddingsRoom.Embeddings, EngineDataError> = Layer.effect(
  EmbeddingsRoom.Embeddings,
  Effect.map(WordVectors, (weights) =>
    EmbeddingsRoom.make(EmbeddingsRoom.fromEmbedder(makeEmbedder(weights)))
  )
).pipe(Layer.provide(layerWordVectors))
