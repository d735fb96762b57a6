// How grave texts are, read off the word vectors.
import type { Lexicon } from "../vectors/lexicon.ts"
import { unit } from "../vectors/vectorMath.ts"
import { tokenize } from "../text/tokenize.ts"

const grave =
  "severe critical serious urgent dangerous harmful major catastrophic emergency damage crisis illegal loss threat"
const light =
  "minor routine normal harmless ordinary trivial simple standard regular usual calm casual small typical"

const meaning = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.add(token, sum)
  return unit(sum)
}

const harmful = `damage damaged loss stolen attack breach harm broken failed dangerous violation fraud malicious destroyed
  injured lost`
const sound = `safe protected secure approved verified insured confirmed authorized backup intact standard valid
  compliant`

const between = (lexicon: Lexicon, from: string, to: string): Float64Array => {
  const start = meaning(lexicon, from)
  return unit(meaning(lexicon, to).map((value, d) => value - (start[d] ?? 0)))
}

/** Directions in the space of word vectors. */
export interface Tones {
  /** From light to grave. */
  readonly gravity: Float64Array
  /** From sound to harmful. */
  readonly harm: Float64Array
}

/** The directions that signs are read with. */
export const readTones = (lexicon: Lexicon): Tones => ({
  gravity: between(lexicon, light, grave),
  harm: between(lexicon, sound, harmful)
})
