// The word vectors that all engines of a process work on: the data file is read once, whoever needs it.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readData } from "./dataFile.ts"
import { type EngineDataError, loadWeights, type Weights } from "./wordVectors.ts"

/** Knowledge about words; nobody changes it. */
export class WordVectors extends Context.Service<WordVectors, Weights>()(
  "@leadline/engine-embedded/WordVectors"
) {}

/** {@link WordVectors} of the data file that comes with the package. Fails when the file is not usable. */
export const layer: Layer.Layer<WordVectors, EngineDataError> = Layer.effect(
  WordVectors,
  Effect.flatMap(readData, loadWeights)
)
