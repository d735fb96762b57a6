// Reads the committed data file. Node, Deno and Bun have `node:fs`; others pass the bytes to `loadWeights`.
import * as FileSystem from "node:fs/promises"
import * as Effect from "effect/Effect"
import { EngineDataError } from "./wordVectors.ts"

/** Where the file stands, seen from `src` and from `dist` alike. */
const dataFileUrl = new URL("../../data/vectors.bin", import.meta.url)

/** The bytes of the data file that comes with the package. */
export const readDataFile: Effect.Effect<Uint8Array, EngineDataError> = Effect.tryPromise({
  try: () => FileSystem.readFile(dataFileUrl),
  catch: () =>
    new EngineDataError({ message: "The engine's data file vectors.bin is not usable: it cannot be read." })
})
