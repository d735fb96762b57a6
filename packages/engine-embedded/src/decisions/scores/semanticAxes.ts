// Semantic axes: directions in the space of word vectors from one group of words to its opposite.
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { normalize } from "../../vectors/vectorMath.ts"

const severeWords =
  "severe critical serious urgent dangerous harmful major catastrophic emergency damage crisis illegal loss threat"
const mildWords =
  "minor routine normal harmless ordinary trivial simple standard regular usual calm casual small typical"

const meanVector = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.addVector(token, sum)
  return normalize(sum)
}

const harmfulWords = `damage damaged loss stolen attack breach harm broken failed dangerous violation fraud malicious destroyed
  injured lost`
const safeWords = `safe protected secure approved verified insured confirmed authorized backup intact standard valid
  compliant`

const axisBetween = (lexicon: Lexicon, from: string, to: string): Float64Array => {
  const start = meanVector(lexicon, from)
  return normalize(meanVector(lexicon, to).map((value, d) => value - (start[d] ?? 0)))
}

/** Unit vectors of the axes. */
export interface SemanticAxes {
  /** From mild to severe. */
  readonly severity: Float64Array
  /** From safe to harmful. */
  readonly harm: Float64Array
}

/** Computes the axes. */
export const makeSemanticAxes = (lexicon: Lexicon): SemanticAxes => ({
  severity: axisBetween(lexicon, mildWords, severeWords),
  harm: axisBetween(lexicon, safeWords, harmfulWords)
})
