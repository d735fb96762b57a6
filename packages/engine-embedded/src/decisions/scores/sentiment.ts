// Sentiment by AFINN, which rates words: how good or bad a text sounds.
import { negationScopes } from "../../text/negation.ts"
import type { Token } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"

/** The sentiment of the words of a text. */
export interface SentimentTally {
  readonly sum: number
  /** Sum of the absolute sentiment, before negations. */
  readonly strength: number
}

/** The factor of a negated word: it counts half, with the opposite sign. */
const negatedFactor = -0.5

/** Adds up the sentiment of words. `negation` is that of `negationScopes`. */
export const tallySentiment = (
  lexicon: Lexicon,
  tokens: ReadonlyArray<Token>,
  negation: Uint8Array = negationScopes(tokens)
): SentimentTally => {
  let [sum, strength] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    const value = lexicon.valence(token)
    sum += value * (negation[at] === 1 ? negatedFactor : 1)
    strength += Math.abs(value)
  }
  return { sum, strength }
}

/** A value from -1 to 1. */
export const bounded = (value: number): number => Math.max(-1, Math.min(1, value))

/** Sentiment of a text of that many words, -1 to 1. A single weak word gives a value near 0. */
export const sentimentOf = ({ strength, sum }: SentimentTally, words: number): number =>
  bounded(sum / (strength + 3 + words / 10))

/** Sentiment of a question, -1 to 1, regardless of how strong its words are; 0 when AFINN has none of them. */
export const polarityOf = ({ strength, sum }: SentimentTally): number => (strength === 0 ? 0 : sum / strength)

/** Sentiment of a question or a level. 1 is one strong word; it can exceed 1. */
export const toneOf = ({ sum }: SentimentTally): number => sum / 3
