// How grave texts are, read off the word vectors.
import type { Lexicon } from "./lexicon.ts"
import { unit } from "./lexicon.ts"
import { tokenize } from "./tokens.ts"

const grave =
  "severe critical serious urgent dangerous harmful major catastrophic emergency damage crisis illegal loss threat"
const light =
  "minor routine normal harmless ordinary trivial simple standard regular usual calm casual small typical"

const meaning = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.add(token, sum)
  return unit(sum)
}

/** The direction from light to grave in the space of word vectors. */
export const gravityAxis = (lexicon: Lexicon): Float64Array => {
  const from = meaning(lexicon, light)
  return unit(meaning(lexicon, grave).map((value, d) => value - (from[d] ?? 0)))
}
