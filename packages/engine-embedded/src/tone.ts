// How alarming or how pleasant words are, read off the word vectors.
import type { Evidence } from "./evidence.ts"
import type { Lexicon } from "./lexicon.ts"
import { similarity, unit } from "./lexicon.ts"
import { tokenize } from "./tokens.ts"

const grave =
  "severe critical serious urgent dangerous harmful major catastrophic emergency damage crisis illegal loss threat"
const light =
  "minor routine normal harmless ordinary trivial simple standard regular usual calm casual small typical"
const good =
  "good excellent strong positive happy successful great pleased satisfied complete approved reliable perfect"
const bad =
  "bad poor weak negative unhappy failed terrible angry disappointed incomplete rejected unreliable wrong"

/** Directions in the space of word vectors. */
export interface Axes {
  /** From light to grave. */
  readonly gravity: Float64Array
  /** From bad to good. */
  readonly praise: Float64Array
}

const sumOf = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.add(token, sum)
  return unit(sum)
}

const between = (from: Float64Array, to: Float64Array): Float64Array =>
  unit(to.map((value, d) => value - (from[d] ?? 0)))

/** The axes of a lexicon. */
export const makeAxes = (lexicon: Lexicon): Axes => ({
  gravity: between(sumOf(lexicon, light), sumOf(lexicon, grave)),
  praise: between(sumOf(lexicon, bad), sumOf(lexicon, good))
})

/** The tone of a state along an axis: of the whole, and of its three strongest sentences. */
export const toneOf = (
  evidence: Evidence,
  axis: Float64Array
): { readonly mean: number; readonly peak: number } => {
  const tones = evidence.sentences.slice(0, 256).map((sentence) => similarity(sentence.vector, axis))
  const strongest = [...tones].toSorted((a, b) => b - a).slice(0, 3)
  const mean = similarity(evidence.vector, axis)
  return {
    mean,
    peak: strongest.length === 0 ? 0 : strongest.reduce((sum, tone) => sum + tone, 0) / strongest.length
  }
}
