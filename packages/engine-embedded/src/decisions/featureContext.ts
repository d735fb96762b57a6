// What the feature extractors of one request share.
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { WordComparer } from "./wordSimilarity.ts"
import type { MatchBuffers } from "./match.ts"
import type { StateAnalysis } from "./state.ts"

/** Features of one option, by name. */
export type Features = Readonly<Record<string, number>>

/** The analysed state, and the tools that hypotheses are matched with. */
export interface FeatureContext {
  readonly lexicon: Lexicon
  readonly analysis: StateAnalysis
  readonly buffers: MatchBuffers
  readonly compareWords: WordComparer
  readonly slicer: TimeSlicer
}
