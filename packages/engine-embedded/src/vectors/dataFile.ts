// The data file of the package, which the engines of a process share. Runtimes without `node:fs` pass the bytes to
// `loadWordVectors` instead.
import * as FileSystem from "node:fs/promises"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Lexicon, makeLexicon } from "./lexicon.ts"
import { type EngineDataError, loadWordVectors, unusable, type WordVectors } from "./wordVectors.ts"

/** Reads the data file, whose path is the same from `src` and from `dist`. Fails with `EngineDataError` when it is unusable. */
export const loadDataFile: Effect.Effect<WordVectors, EngineDataError> = Effect.flatMap(
  Effect.tryPromise({
    try: () => FileSystem.readFile(new URL("../../data/vectors.bin", import.meta.url)),
    catch: () => unusable("it cannot be read")
  }),
  loadWordVectors
)

/** The {@link WordVectors} that the engines of a process share. Read-only. */
export class SharedWordVectors extends Context.Service<SharedWordVectors, WordVectors>()(
  "@leadline/engine-embedded/vectors/SharedWordVectors"
) {}

/** {@link SharedWordVectors} of the data file. Fails with `EngineDataError` when the file is unusable. */
export const layerSharedWordVectors: Layer.Layer<SharedWordVectors, EngineDataError> = Layer.effect(
  SharedWordVectors,
  loadDataFile
)

/** The {@link Lexicon} that the engines of a process share. */
export class SharedLexicon extends Context.Service<SharedLexicon, Lexicon>()(
  "@leadline/engine-embedded/vectors/SharedLexicon"
) {}

/** {@link SharedLexicon} over the data file. Fails with `EngineDataError` when the file is unusable. */
export const layerSharedLexicon: Layer.Layer<SharedLexicon, EngineDataError> = Layer.provide(
  Layer.effect(SharedLexicon, Effect.map(SharedWordVectors, makeLexicon)),
  layerSharedWordVectors
)
