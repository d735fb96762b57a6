// The word vectors that the engines of these tests share.
import * as Effect from "effect/Effect"
import { loadDataFile } from "../../src/vectors/dataFile.ts"

export const wordVectors = await Effect.runPromise(loadDataFile)
