// The word knowledge that chat and responses share; read once for both.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Lexicon } from "./lexicon.ts"
import { makeLexicon } from "./lexicon.ts"
import type { EngineDataError } from "./wordVectors.ts"
import { layer as layerWordVectors, WordVectors } from "./SharedWordVectors.ts"

/** Words, their weight, meaning and relatives. */
export class Knowledge extends Context.Service<Knowledge, Lexicon>()(
  "@leadline/engine-embedded/answers/Knowledge"
) {}

/** {@link Knowledge} of the data file that comes with the package. Fails when the file is not usable. */
export const layer: Layer.Layer<Knowledge, EngineDataError> = Layer.effect(
  Knowledge,
  Effect.map(WordVectors, makeLexicon)
).pipe(Layer.provide(layerWordVectors))
