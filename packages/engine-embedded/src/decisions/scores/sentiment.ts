// Alarm and sentiment of a text, by a list of words and phrases with strengths.
import { negationScopes } from "../../text/negation.ts"
import type { Token } from "../../text/tokenize.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { alarmEntries, intensifiers, sentimentEntries } from "./sentimentLexicon.ts"

/** What charged words add up to. */
export interface SentimentTally {
  /** Alarming words, and calming ones, strongest first. */
  readonly alarming: ReadonlyArray<number>
  readonly calming: ReadonlyArray<number>
  /** Sum of the sentiment, and of its absolute values. */
  readonly sentiment: number
  readonly totalStrength: number
}

type Table = ReadonlyMap<string, ReadonlyArray<readonly [rest: ReadonlyArray<string>, strength: number]>>

/** Entries by the stem of their first word, longest first. */
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

/** How a word before strengthens or weakens: "very good", "a bit late". */
const intensityBefore = (tokens: ReadonlyArray<Token>, at: number): number =>
  intensifiers.get(tokens[at - 1]?.text ?? "") ?? 1

/** A denied word counts this much, with the opposite sign. */
const deniedShare = -0.5

/** Reads the charged words of a sentence. */
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
    const share = intensityBefore(tokens, at) * (negation[at] === 1 ? deniedShare : 1)
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

/** Of the strongest words the first counts whole, each further one half as much as the one before. */
const diminishingSum = (values: ReadonlyArray<number>): number =>
  values
    .toSorted((a, b) => b - a)
    .slice(0, 4)
    .reduce((sum, value, at) => sum + value / 2 ** at, 0)

/** Alarm of a text, -1 (calm) to 1 (emergency); 0 without such words. In more words the same ones mean less. */
export const alarmOf = (tallies: ReadonlyArray<SentimentTally>, words = 0): number => {
  const danger = diminishingSum(tallies.flatMap(({ alarming }) => alarming))
  const calm = diminishingSum(tallies.flatMap(({ calming }) => calming))
  return Math.max(-1, Math.min(1, (danger - calm) / (6 + words / 20)))
}

/** Sentiment of a text, -1 to 1; a single weak word is little evidence. */
export const sentimentOf = (tallies: ReadonlyArray<SentimentTally>, words: number): number => {
  const sum = tallies.reduce((total, { sentiment }) => total + sentiment, 0)
  const whole = tallies.reduce((total, { totalStrength }) => total + totalStrength, 0)
  return Math.max(-1, Math.min(1, sum / (whole + 3 + words / 10)))
}

/** Sentiment of a question or a level, -1 to 1, whatever its strength; 0 without such words. */
export const polarityOf = ({ totalStrength, sentiment }: SentimentTally): number =>
  totalStrength === 0 ? 0 : sentiment / totalStrength

/** Alarm and sentiment that a level or a question stands for, by its strongest words; 1 is a strong word. */
export const toneOf = ({
  alarming,
  calming,
  totalStrength,
  sentiment
}: SentimentTally): { readonly alarm: number; readonly sentiment: number } => ({
  alarm: (Math.max(0, ...alarming) - Math.max(0, ...calming)) / 3,
  sentiment: totalStrength === 0 ? 0 : sentiment / 3
})
