// The word vectors that all engines of a process share: the data file is read once.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readDataFile } from "./dataFile.ts"
import { type EngineDataError, loadWordVectors, type WordVectors } from "./wordVectors.ts"

/** The {@link WordVectors} that the engines of a process share. Read-only. */
export class SharedWordVectors extends Context.Service<SharedWordVectors, WordVectors>()(
  "@leadline/engine-embedded/vectors/SharedWordVectors"
) {}

/**
 * {@link SharedWordVectors} of the data file of the package. Fails with `EngineDataError` when the file is unusable.
 */
export const layerSharedWordVectors: Layer.Layer<SharedWordVectors, EngineDataError> = Layer.effect(
  SharedWordVectors,
  Effect.flatMap(readDataFile, loadWordVectors)
)
