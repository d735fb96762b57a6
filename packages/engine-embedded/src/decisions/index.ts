// The embedded decisions engine: weighs the options of questions about a text, offline.
import * as DecisionsRoom from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readDataFile } from "../vectors/dataFile.ts"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/SharedWordVectors.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { loadWordVectors } from "../vectors/wordVectors.ts"
import { makeWeigher } from "./engine.ts"

export { makeWeigher } from "./engine.ts"

/**
 * The decisions engine over the data file of the package. Each run reads the file; fails with `EngineDataError` when
 * it is unusable.
 */
export const weigher: Effect.Effect<DecisionsRoom.Weigher, EngineDataError> = readDataFile.pipe(
  Effect.flatMap(loadWordVectors),
  Effect.map(makeWeigher)
)

/** `Decisions` answered in process. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerDecisions: Layer.Layer<DecisionsRoom.Decisions, EngineDataError> = Layer.effect(
  DecisionsRoom.Decisions,
  Effect.map(SharedWordVectors, (wordVectors) =>
    DecisionsRoom.make(DecisionsRoom.fromWeigher(makeWeigher(wordVectors)))
  )
).pipe(Layer.provide(layerSharedWordVectors))
