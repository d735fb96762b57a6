// The word vectors, read once for all tests of a file.
import * as Effect from "effect/Effect"
import { readData } from "../../src/file.ts"
import { loadWeights } from "../../src/vectors.ts"

export const weights = await Effect.runPromise(Effect.flatMap(readData, loadWeights))
