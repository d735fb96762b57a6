// The word vectors that all engines of a process work on: the data file is read once, whoever needs it.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readDataFile } from "./dataFile.ts"
import { type EngineDataError, loadWordVectors, type WordVectors } from "./wordVectors.ts"

/** Knowledge about words; nobody changes it. */
export class SharedWordVectors extends Context.Service<SharedWordVectors, WordVectors>()(
  "@leadline/engine-embedded/vectors/SharedWordVectors"
) {}

/** {@link SharedWordVectors} of the data file that comes with the package. Fails when the file is not usable. */
export const layerSharedWordVectors: Layer.Layer<SharedWordVectors, EngineDataError> = Layer.effect(
  SharedWordVectors,
  Effect.flatMap(readDataFile, loadWordVectors)
)
