// Signals about a state as a whole, which place it on a scale: severity, alarm and sentiment.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Range } from "../text/ranges.ts"
import type { Unit } from "../text/units.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { tokenize } from "../text/tokenize.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import { statedRange } from "./numberMatch.ts"
import { alarmOf, type SentimentTally, tallySentiment, sentimentOf } from "./scores/sentiment.ts"
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
  /** How harmful its words are, and how large its numbers. */
  readonly severity: number
  /** Alarm, -1 (calm) to 1 (emergency), and sentiment, -1 to 1, by the sentiment lexicon; near 0 for a long text. */
  readonly alarm: number
  readonly sentiment: number
}

/** Words with a smaller cosine similarity to an axis are neutral. */
const neutralSimilarity = 0.2

/** Typical values in everyday texts: 1,000 of a currency, 30 items, 50 %, 10 days, 1,000 MB. */
const typicalValues: ReadonlyArray<readonly [unit: Unit, value: number]> = [
  ["money", 1_000],
  ["count", 30],
  ["percent", 50],
  ["time", 10],
  ["size", 1_000]
]

/** Powers of ten that the largest number of one unit contributes, at most. */
const maxPowers = 2

/** Does a bare number count things: "254 users", "18 affected units", "views: 608"? A year does not. */
const countsThings = ({ tokens }: Sentence, { at, end, low: value }: Range): boolean => {
  if (Number.isInteger(value) && value >= 1_900 && value < 2_100) return false
  const next = tokens[end]
  if (next === undefined || next.kind === "sign") return tokens[at - 1]?.text === ":"
  return [next, next.content ? tokens[end + 1] : undefined].some(
    (token) =>
      token?.kind === "word" && /[^s]s$/.test(token.text) && !/^(?:is|was|has|does)$/.test(token.text)
  )
}

/** Typical sizes of the parts of severity, which weigh the same: there are too few cases to fit a weight for each. */
const typicalSizes = { magnitude: 1.4, harm: 0.07 }

/** Approximate cost of a token. */
const perToken = 1

/** Computes the signals from the first sentences of a state. */
export const readSignals = function* (
  lexicon: Lexicon,
  harmAxis: Float64Array,
  opening: ReadonlyArray<Sentence>
): CooperativeTask<StateSignals> {
  let [harm, words] = [0, 0]
  const tallies: Array<SentimentTally> = []
  const largest = new Map<Unit, number>()
  for (const sentence of opening) {
    const { negation, ranges, tokens } = sentence
    tallies.push(tallySentiment(lexicon, tokens, negation))
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "sign") words++
      if (!token.content) continue
      const own = cosineSimilarity(lexicon.vectorOf([token]), harmAxis)
      if (Math.abs(own) > neutralSimilarity)
        harm += (own - Math.sign(own) * neutralSimilarity) * (negation[at] === 1 ? -1 : 1)
    }
    for (const range of ranges) {
      if (range.unit === "count" && !countsThings(sentence, range)) continue
      const { high, low } = statedRange(sentence, range)
      const value = Number.isFinite(high) ? high : low
      largest.set(range.unit, Math.max(largest.get(range.unit) ?? 0, value))
    }
    yield 1 + tokens.length * perToken
  }
  let magnitude = 0
  for (const [unit, typical] of typicalValues) {
    const power = Math.log10((1 + (largest.get(unit) ?? typical)) / (1 + typical))
    magnitude += Math.max(-maxPowers, Math.min(maxPowers, power))
  }
  // A long text is about many things.
  const weight = 1 / (1 + (words / 60) ** 2)
  const severity =
    magnitude / typicalSizes.magnitude + (words === 0 ? 0 : harm / Math.sqrt(words)) / typicalSizes.harm
  return {
    severity,
    alarm: alarmOf(tallies, words) * weight,
    sentiment: sentimentOf(tallies, words) * weight
  }
}
