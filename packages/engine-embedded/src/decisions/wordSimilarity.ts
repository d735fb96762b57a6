// Compares each word of an option with the most similar word of the state, by cosine similarity of word vectors.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import type { StateAnalysis } from "./state.ts"

/**
 * How similar words are to those of one state, 0 to 1: the mean of all, weighted by rarity. Words without meaning of their own,
 * such as "the", are skipped.
 */
export type WordComparer = (tokens: ReadonlyArray<Token>) => CooperativeTask<{ mean: number; max: number }>

/** Different words of the state that are compared, at most. */
const maxWords = 400

/** Vectors compared per unit of work. */
const speed = 40

/** Each word once. */
const contentWords = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => [
  ...new Map(tokens.filter(({ content }) => content).map((token) => [token.stem, token])).values()
]

/** Makes a comparer for a state. It caches the words of all questions of the request. */
export const makeWordComparer = (lexicon: Lexicon, { opening, postings }: StateAnalysis): WordComparer => {
  const vectorOf = (token: Token): Float64Array => {
    const sum = new Float64Array(lexicon.dimensions)
    lexicon.addVector(token, sum)
    return normalize(sum)
  }
  const similarities = new Map<string, number>()
  let vectors: ReadonlyArray<Float64Array> | undefined
  const nearest = (token: Token): number => {
    if (postings.has(token.stem)) return 1
    if (!lexicon.knows(token)) return 0
    vectors ??= contentWords(opening.flatMap(({ tokens }) => tokens))
      .filter(lexicon.knows)
      .slice(0, maxWords)
      .map(vectorOf)
    const own = vectorOf(token)
    return vectors.reduce((best, vector) => Math.max(best, cosineSimilarity(own, vector)), 0)
  }
  return function* (tokens) {
    let [sum, whole, max] = [0, 0, 0]
    for (const token of contentWords(tokens)) {
      let near = similarities.get(token.text)
      if (near === undefined) {
        near = nearest(token)
        similarities.set(token.text, near)
        yield 1 + (vectors?.length ?? 0) / speed
      }
      const weight = lexicon.weight(token)
      sum += weight * near
      whole += weight
      max = Math.max(max, (weight * near) / 12)
    }
    return { mean: whole === 0 ? 0 : sum / whole, max }
  }
}
