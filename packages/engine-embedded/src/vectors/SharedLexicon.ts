// The lexicon that chat and responses share.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Lexicon } from "./lexicon.ts"
import { makeLexicon } from "./lexicon.ts"
import { layerSharedWordVectors, SharedWordVectors } from "./SharedWordVectors.ts"
import type { EngineDataError } from "./wordVectors.ts"

/** The {@link Lexicon} that the engines of a process share. */
export class SharedLexicon extends Context.Service<SharedLexicon, Lexicon>()(
  "@leadline/engine-embedded/vectors/SharedLexicon"
) {}

/** {@link SharedLexicon} over the data file of the package. Fails with `EngineDataError` when the file is unusable. */
export const layerSharedLexicon: Layer.Layer<SharedLexicon, EngineDataError> = Layer.effect(
  SharedLexicon,
  Effect.map(SharedWordVectors, makeLexicon)
).pipe(Layer.provide(layerSharedWordVectors))
