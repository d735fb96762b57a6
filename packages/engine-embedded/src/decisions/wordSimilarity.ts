// Compares each word of a hypothesis with the most similar word of the state, by cosine similarity of word vectors.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { StateAnalysis } from "./state.ts"

/** How similar some words are to the state, 0 to 1. */
export interface WordSimilarity {
  /** Mean of all words, weighted by rarity. */
  readonly mean: number
  /** The largest value of one word, scaled by its rarity: 1 is a rare word that the state has. */
  readonly max: number
}

/** Compares words with those of one state. Words without meaning of their own, such as "the", are skipped. */
export type WordComparer = (tokens: ReadonlyArray<Token>) => CooperativeTask<WordSimilarity>

/** Different words of the state that are compared, at most. */
const maxWords = 400

/** The weight that counts as that of a rare word. */
const rareWeight = 12

/** Vectors compared per unit of work. */
const speed = 40

/** The vectors of the first words of a state, each once. */
const stateVectors = (lexicon: Lexicon, { opening }: StateAnalysis): ReadonlyArray<Float64Array> => {
  const found = new Map<string, Float64Array>()
  for (const { tokens } of opening) {
    for (const token of tokens) {
      if (found.size === maxWords) return [...found.values()]
      if (token.content && !found.has(token.stem) && lexicon.knows(token))
        found.set(token.stem, lexicon.vectorOf([token]))
    }
  }
  return [...found.values()]
}

/** Makes a comparer for a state. It caches the words of all questions of the request. */
export const makeWordComparer = (lexicon: Lexicon, analysis: StateAnalysis): WordComparer => {
  const known = new Map<string, number>()
  let vectors: ReadonlyArray<Float64Array> | undefined
  const nearest = (token: Token): number => {
    if (analysis.postings.has(token.stem)) return 1
    vectors ??= stateVectors(lexicon, analysis)
    if (!lexicon.knows(token)) return 0
    const own = lexicon.vectorOf([token])
    return vectors.reduce((best, vector) => Math.max(best, cosineSimilarity(own, vector)), 0)
  }
  return function* (tokens) {
    const stems = new Set<string>()
    let [sum, whole, max] = [0, 0, 0]
    for (const token of tokens) {
      if (!token.content || stems.has(token.stem)) continue
      stems.add(token.stem)
      let near = known.get(token.text)
      if (near === undefined) {
        near = nearest(token)
        known.set(token.text, near)
        yield 1 + (vectors?.length ?? 0) / speed
      }
      const weight = lexicon.weight(token)
      sum += weight * near
      whole += weight
      max = Math.max(max, (weight * near) / rareWeight)
    }
    return { mean: whole === 0 ? 0 : sum / whole, max }
  }
}
