// Reads the data file of the package. Runtimes without `node:fs` pass the bytes to `loadWordVectors` instead.
import * as FileSystem from "node:fs/promises"
import * as Effect from "effect/Effect"
import { EngineDataError } from "./wordVectors.ts"

/** Where the data file is: the path is the same from `src` and from `dist`. */
export const dataFileUrl = new URL("../../data/vectors.bin", import.meta.url)

/** The bytes of the data file of the package. Fails with `EngineDataError` when it cannot be read. */
export const readDataFile: Effect.Effect<Uint8Array, EngineDataError> = Effect.tryPromise({
  try: () => FileSystem.readFile(dataFileUrl),
  catch: () =>
    new EngineDataError({ message: "The engine's data file vectors.bin is not usable: it cannot be read." })
})
