// Signals about a state as a whole, which place it on a scale: severity and sentiment.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import { negationScopes } from "../text/negation.ts"
import type { Sentence } from "./sentence.ts"

const harmfulWords = `damage damaged loss stolen attack breach harm broken failed dangerous violation fraud malicious destroyed
  injured lost`
const safeWords = `safe protected secure approved verified insured confirmed authorized backup intact standard valid
  compliant`

/** The direction in the space of word vectors from safe to harmful, a unit vector. Words of a state are projected on it. */
export const makeHarmAxis = (lexicon: Lexicon): Float64Array => {
  const safe = lexicon.vectorOf(tokenize(safeWords))
  return normalize(lexicon.vectorOf(tokenize(harmfulWords)).map((value, d) => value - (safe[d] ?? 0)))
}

/** The factor of the sentiment of a negated word: it counts half, with the opposite sign. */
const negatedFactor = -0.5

/** The sum of the sentiment of words by AFINN, and of its absolute values before negations. */
export const sumSentiment = (
  lexicon: Lexicon,
  tokens: ReadonlyArray<Token>,
  negation = negationScopes(tokens)
): { readonly sum: number; readonly strength: number } => {
  let [sum, strength] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    const value = lexicon.valence(token)
    sum += value * (negation[at] === 1 ? negatedFactor : 1)
    strength += Math.abs(value)
  }
  return { sum, strength }
}

/** Signals about a state. All are 0 for an empty one. */
export interface StateSignals {
  /** How harmful its words are. */
  readonly severity: number
  /** -1 to 1, by AFINN; near 0 for a long text. */
  readonly sentiment: number
}

/** Words with a smaller cosine similarity to an axis are neutral. */
const neutralSimilarity = 0.2

/** Computes the signals from the first sentences of a state. */
export const readSignals = function* (
  lexicon: Lexicon,
  harmAxis: Float64Array,
  opening: ReadonlyArray<Sentence>
): CooperativeTask<StateSignals> {
  let [harm, words, sum, strength] = [0, 0, 0, 0]
  for (const sentence of opening) {
    const { negation, tokens } = sentence
    const own = sumSentiment(lexicon, tokens, negation)
    sum += own.sum
    strength += own.strength
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "sign") words++
      if (!token.content) continue
      const near = cosineSimilarity(lexicon.vectorOf([token]), harmAxis)
      if (Math.abs(near) > neutralSimilarity)
        harm += (near - Math.sign(near) * neutralSimilarity) * (negation[at] === 1 ? -1 : 1)
    }
    yield 1 + tokens.length
  }
  // A long text is about many things.
  const weight = 1 / (1 + (words / 60) ** 2)
  return {
    severity: words === 0 ? 0 : harm / Math.sqrt(words),
    // A single weak word says little.
    sentiment: (sum / (strength + 3 + words / 10)) * weight
  }
}
