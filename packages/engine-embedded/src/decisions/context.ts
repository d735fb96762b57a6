// What every question of a request is judged with, and what comes out per option.
import type { StateAnalysis } from "./state.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { MatchBuffers } from "./match.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"

/** Features of one option by name. */
export type Features = Readonly<Record<string, number>>

/** The state, read, and the means to match claims against it. */
export interface FeatureContext {
  readonly lexicon: Lexicon
  readonly analysis: StateAnalysis
  readonly buffers: MatchBuffers
  readonly slicer: TimeSlicer
}
