// Signals about a state as a whole, which place it on a scale: severity and sentiment.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { tokenize } from "../text/tokenize.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import { tallySentiment, sentimentOf } from "./scores/sentiment.ts"
import type { Sentence } from "./sentence.ts"

const harmfulWords = `damage damaged loss stolen attack breach harm broken failed dangerous violation fraud malicious destroyed
  injured lost`
const safeWords = `safe protected secure approved verified insured confirmed authorized backup intact standard valid
  compliant`

/** The direction in the space of word vectors from one group of words to its opposite, a unit vector. */
const axisBetween = (lexicon: Lexicon, from: string, to: string): Float64Array => {
  const [start, end] = [from, to].map((words) => lexicon.vectorOf(tokenize(words)))
  return normalize(Float64Array.from(end ?? [], (value, d) => value - (start?.[d] ?? 0)))
}

/** The axis from safe to harmful, which words of a state are projected on. */
export const makeHarmAxis = (lexicon: Lexicon): Float64Array => axisBetween(lexicon, safeWords, harmfulWords)

/** Signals about a state. All are 0 for an empty one. */
export interface StateSignals {
  /** How harmful its words are. */
  readonly severity: number
  /** -1 to 1, by AFINN; near 0 for a long text. */
  readonly sentiment: number
}

/** Words with a smaller cosine similarity to an axis are neutral. */
const neutralSimilarity = 0.2

/** The typical size of {@link StateSignals.severity} before it is scaled. */
const typicalHarm = 0.07

/** Approximate cost of a token. */
const perToken = 1

/** Computes the signals from the first sentences of a state. */
export const readSignals = function* (
  lexicon: Lexicon,
  harmAxis: Float64Array,
  opening: ReadonlyArray<Sentence>
): CooperativeTask<StateSignals> {
  let [harm, words, sum, strength] = [0, 0, 0, 0]
  for (const sentence of opening) {
    const { negation, tokens } = sentence
    const tally = tallySentiment(lexicon, tokens, negation)
    sum += tally.sum
    strength += tally.strength
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "sign") words++
      if (!token.content) continue
      const own = cosineSimilarity(lexicon.vectorOf([token]), harmAxis)
      if (Math.abs(own) > neutralSimilarity)
        harm += (own - Math.sign(own) * neutralSimilarity) * (negation[at] === 1 ? -1 : 1)
    }
    yield 1 + tokens.length * perToken
  }
  // A long text is about many things.
  const weight = 1 / (1 + (words / 60) ** 2)
  return {
    severity: words === 0 ? 0 : harm / Math.sqrt(words) / typicalHarm,
    sentiment: sentimentOf({ sum, strength }, words) * weight
  }
}
