// The word knowledge that chat and responses share; read once for both.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Lexicon } from "./lexicon.ts"
import { makeLexicon } from "./lexicon.ts"
import type { EngineDataError } from "./wordVectors.ts"
import { layerSharedWordVectors, SharedWordVectors } from "./SharedWordVectors.ts"

/** Words, their weight, meaning and relatives. */
export class SharedLexicon extends Context.Service<SharedLexicon, Lexicon>()(
  "@leadline/engine-embedded/vectors/SharedLexicon"
) {}

/** {@link SharedLexicon} of the data file that comes with the package. Fails when the file is not usable. */
export const layerSharedLexicon: Layer.Layer<SharedLexicon, EngineDataError> = Layer.effect(
  SharedLexicon,
  Effect.map(SharedWordVectors, makeLexicon)
).pipe(Layer.provide(layerSharedWordVectors))
