// How grave and how pleasant texts are, read off the word vectors.
import type { Lexicon } from "./lexicon.ts"
import { unit } from "./lexicon.ts"
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

const meaning = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.add(token, sum)
  return unit(sum)
}

const between = (from: Float64Array, to: Float64Array): Float64Array =>
  unit(to.map((value, d) => value - (from[d] ?? 0)))

/** The axes of a lexicon. */
export const makeAxes = (lexicon: Lexicon): Axes => ({
  gravity: between(meaning(lexicon, light), meaning(lexicon, grave)),
  praise: between(meaning(lexicon, bad), meaning(lexicon, good))
})
