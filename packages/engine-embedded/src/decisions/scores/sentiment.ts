// Sentiment analysis by a lexicon: how good or bad a text sounds (sentiment), and how alarming or calm (alarm).
import { negationScopes } from "../../text/negation.ts"
import type { Token } from "../../text/tokenize.ts"
import { tokenize } from "../../text/tokenize.ts"
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

type Table = ReadonlyMap<string, ReadonlyArray<readonly [rest: ReadonlyArray<string>, strength: number]>>

/** Lexicon entries by the stem of their first word, longest entries first. */
const tableOf = (entries: typeof alarmEntries): Table => {
  const table = new Map<string, Array<readonly [ReadonlyArray<string>, number]>>()
  for (const [phrase, strength] of entries) {
    const [first = "", ...rest] = tokenize(phrase).map(({ stem }) => stem)
    table.set(first, [...(table.get(first) ?? []), [rest, strength]])
  }
  for (const list of table.values()) list.sort(([a], [b]) => b.length - a.length)
  return table
}

const alarms = tableOf(alarmEntries)
const sentiments = tableOf(sentimentEntries)

interface Found {
  readonly strength: number
  readonly length: number
}

const lookUp = (table: Table, tokens: ReadonlyArray<Token>, at: number): Found | undefined => {
  for (const [rest, strength] of table.get(tokens[at]?.stem ?? "") ?? []) {
    if (rest.every((stem, i) => tokens[at + 1 + i]?.stem === stem))
      return { strength, length: 1 + rest.length }
  }
  return undefined
}

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
      const value = alarm.strength * (alarm.length > 1 ? 1 : share)
      if (value > 0) alarming.push(value)
      else calming.push(-value)
      alarmFrom = at + alarm.length
    }
    const own = at < sentimentFrom ? undefined : lookUp(sentiments, tokens, at)
    if (own !== undefined) sentimentFrom = at + own.length
    const known = own?.strength ?? (at < sentimentFrom ? 0 : lexicon.valence(token))
    const weighted = known * (own !== undefined && own.length > 1 ? 1 : share)
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
