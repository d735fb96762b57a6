// The embedded decisions engine: answers in process, offline, the same way every time.
import * as Effect from "effect/Effect"
import { readData } from "./file.ts"
import type { Weigher } from "./seam.ts"
import type { EngineDataError } from "./vectors.ts"
import { loadWeights } from "./vectors.ts"
import { makeWeigher } from "./weigher.ts"

export { EngineDataError, loadWeights, type Weights } from "./vectors.ts"
export { makeWeigher } from "./weigher.ts"

/** The engine over the data file that comes with the package. */
export const weigher: Effect.Effect<Weigher, EngineDataError> = readData.pipe(
  Effect.flatMap(loadWeights),
  Effect.map(makeWeigher)
)
