// The word vectors, read once for all tests of a file.
import * as Effect from "effect/Effect"
import { readData } from "../../src/vectors/dataFile.ts"
import { loadWeights } from "../../src/vectors/wordVectors.ts"

export const weights = await Effect.runPromise(Effect.flatMap(readData, loadWeights))
