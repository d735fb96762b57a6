// The embedded decisions engine: weighs the options of questions about a text, offline.
import * as DecisionsResource from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSharedWordVectors, loadDataFile, SharedWordVectors } from "../vectors/dataFile.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { makeWeigher } from "./engine.ts"

export { makeWeigher } from "./engine.ts"

/**
 * The decisions engine over the data file of the package. Each run reads the file; fails with `EngineDataError` when
 * it is unusable.
 */
export const weigher: Effect.Effect<DecisionsResource.Weigher, EngineDataError> = Effect.map(
  loadDataFile,
  makeWeigher
)

/** `Decisions` answered in process. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerDecisions: Layer.Layer<DecisionsResource.Decisions, EngineDataError> = Layer.effect(
  DecisionsResource.Decisions,
  Effect.map(SharedWordVectors, (wordVectors) =>
    DecisionsResource.make(DecisionsResource.fromWeigher(makeWeigher(wordVectors)))
  )
).pipe(Layer.provide(layerSharedWordVectors))
