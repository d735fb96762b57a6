// The word vectors that the engines of these tests share.
import * as Effect from "effect/Effect"
import { readDataFile } from "../../src/vectors/dataFile.ts"
import { loadWordVectors } from "../../src/vectors/wordVectors.ts"

export const wordVectors = await Effect.runPromise(Effect.flatMap(readDataFile, loadWordVectors))
