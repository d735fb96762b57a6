// Compares each word of a hypothesis with the most similar word of the state, by cosine similarity of word vectors.
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { StateAnalysis } from "./state.ts"

/** Different words of the state that are compared, at most. */
const maxWords = 400

/** The weight that counts as that of a rare word. */
const rareWeight = 12

/** Vectors compared per unit of work. */
const speed = 40

/** The first token of each stem. */
const firstOfStems = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> =>
  [...Map.groupBy(tokens, ({ stem }) => stem).values()].flatMap(([first]) => first ?? [])

/** The vectors of the first words of a state, each once. */
const stateVectors = (lexicon: Lexicon, { opening }: StateAnalysis): ReadonlyArray<Float64Array> => {
  const words = opening.flatMap(({ tokens }) =>
    tokens.filter((token) => token.content && lexicon.knows(token))
  )
  return firstOfStems(words)
    .slice(0, maxWords)
    .map((token) => lexicon.vectorOf([token]))
}

/**
 * Makes a function that compares words with those of one state, and caches them for all questions of the request. Words without
 * meaning of their own, such as "the", are skipped.
 */
export const makeWordComparer = (lexicon: Lexicon, analysis: StateAnalysis) => {
  const known = new Map<string, number>()
  let vectors: ReadonlyArray<Float64Array> | undefined
  const nearest = (token: Token): number => {
    if (analysis.postings.has(token.stem)) return 1
    vectors ??= stateVectors(lexicon, analysis)
    if (!lexicon.knows(token)) return 0
    const own = lexicon.vectorOf([token])
    return vectors.reduce((best, vector) => Math.max(best, cosineSimilarity(own, vector)), 0)
  }
  return function* (tokens: ReadonlyArray<Token>) {
    const words = firstOfStems(tokens.filter(({ content }) => content))
    let [sum, whole, max] = [0, 0, 0]
    for (const token of words) {
      const near = known.get(token.text) ?? nearest(token)
      if (!known.has(token.text)) yield 1 + (vectors?.length ?? 0) / speed
      known.set(token.text, near)
      const weight = lexicon.weight(token)
      sum += weight * near
      whole += weight
      max = Math.max(max, (weight * near) / rareWeight)
    }
    return {
      /** Mean similarity of all words, 0 to 1, weighted by rarity. */
      mean: whole === 0 ? 0 : sum / whole,
      /** The largest value of one word, scaled by its rarity: 1 is a rare word that the state has. */
      max
    }
  }
}
