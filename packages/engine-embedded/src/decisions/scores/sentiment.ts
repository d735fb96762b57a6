// Sentiment analysis by a lexicon: how good or bad a text sounds (sentiment), and how alarming or calm (alarm).
import { negationScopes } from "../../text/negation.ts"
import { stemsOf, type Token } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { alarmEntries, sentimentEntries } from "./sentimentLexicon.ts"

/** The strengths of the words of a sentence that the lexicon has. */
export interface SentimentTally {
  /** Strengths of alarming words and of calming words, both above 0, in the order of the text. */
  readonly alarming: ReadonlyArray<number>
  readonly calming: ReadonlyArray<number>
  /** Sum of the sentiment of its words. */
  readonly sentiment: number
  /** Sum of the absolute sentiment of its words, before negations. */
  readonly totalStrength: number
}

/** Lexicon entries by the stem of their first word, longest entries first. */
const tableOf = (entries: typeof alarmEntries) =>
  Map.groupBy(
    entries
      .map(([phrase, strength]) => ({ stems: stemsOf(phrase), strength }))
      .toSorted((a, b) => b.stems.length - a.stems.length),
    ({ stems: [first = ""] }) => first
  )

const alarms = tableOf(alarmEntries)
const sentiments = tableOf(sentimentEntries)

const lookUp = (table: typeof alarms, tokens: ReadonlyArray<Token>, at: number) =>
  table
    .get(tokens[at]?.stem ?? "")
    ?.find(({ stems }) => stems.every((stem, i) => tokens[at + i]?.stem === stem))

/** The factor of a negated word: it counts half, with the opposite sign. */
const negatedFactor = -0.5

/** Looks the words and phrases of a sentence up in the lexicon. `negation` is that of `negationScopes`. */
export const tallySentiment = (
  lexicon: Lexicon,
  tokens: ReadonlyArray<Token>,
  negation: Uint8Array = negationScopes(tokens)
): SentimentTally => {
  const alarming: Array<number> = []
  const calming: Array<number> = []
  let [sentiment, totalStrength] = [0, 0]
  let [alarmFrom, sentimentFrom] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    const share = negation[at] === 1 ? negatedFactor : 1
    const alarm = at < alarmFrom ? undefined : lookUp(alarms, tokens, at)
    if (alarm !== undefined) {
      const value = alarm.strength * (alarm.stems.length > 1 ? 1 : share)
      if (value > 0) alarming.push(value)
      else calming.push(-value)
      alarmFrom = at + alarm.stems.length
    }
    const own = at < sentimentFrom ? undefined : lookUp(sentiments, tokens, at)
    if (own !== undefined) sentimentFrom = at + own.stems.length
    const known = own?.strength ?? (at < sentimentFrom ? 0 : lexicon.valence(token))
    const weighted = known * (own !== undefined && own.stems.length > 1 ? 1 : share)
    sentiment += weighted
    totalStrength += Math.abs(known)
  }
  return { alarming, calming, sentiment, totalStrength }
}

/** A value from -1 to 1. */
export const bounded = (value: number): number => Math.max(-1, Math.min(1, value))

/** The sum of the four largest values, each counting half as much as the one before. */
const diminishingSum = (values: ReadonlyArray<number>): number =>
  values
    .toSorted((a, b) => b - a)
    .slice(0, 4)
    .reduce((sum, value, at) => sum + value / 2 ** at, 0)

/** Alarm of a text of that many words, -1 (calm) to 1 (emergency); 0 when the lexicon has none of them. */
export const alarmOf = (tallies: ReadonlyArray<SentimentTally>, words = 0): number => {
  const danger = diminishingSum(tallies.flatMap(({ alarming }) => alarming))
  const calm = diminishingSum(tallies.flatMap(({ calming }) => calming))
  return bounded((danger - calm) / (6 + words / 20))
}

/** Sentiment of a text of that many words, -1 to 1. A single weak word gives a value near 0. */
export const sentimentOf = (tallies: ReadonlyArray<SentimentTally>, words: number): number => {
  const sum = tallies.reduce((total, { sentiment }) => total + sentiment, 0)
  const whole = tallies.reduce((total, { totalStrength }) => total + totalStrength, 0)
  return bounded(sum / (whole + 3 + words / 10))
}

/** Sentiment of a question, -1 to 1, regardless of how strong its words are; 0 when the lexicon has none of them. */
export const polarityOf = ({ totalStrength, sentiment }: SentimentTally): number =>
  totalStrength === 0 ? 0 : sentiment / totalStrength

/** Alarm, by the strongest words, and sentiment of a question or a level. 1 is one strong word; they can exceed 1. */
export const toneOf = ({
  alarming,
  calming,
  totalStrength,
  sentiment
}: SentimentTally): { readonly alarm: number; readonly sentiment: number } => ({
  alarm: (Math.max(0, ...alarming) - Math.max(0, ...calming)) / 3,
  sentiment: totalStrength === 0 ? 0 : sentiment / 3
})
