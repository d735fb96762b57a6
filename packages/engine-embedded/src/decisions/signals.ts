// Signals about a state as a whole, which place it on a scale: sentiment, harm, alarm, size of its numbers.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Range } from "../text/ranges.ts"
import type { Unit } from "../text/units.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { tokenize } from "../text/tokenize.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import { statedRange } from "./numberMatch.ts"
import { alarmOf, type SentimentTally, tallySentiment, sentimentOf } from "./scores/sentiment.ts"
import type { Sentence } from "./sentence.ts"

const severeWords =
  "severe critical serious urgent dangerous harmful major catastrophic emergency damage crisis illegal loss threat"
const mildWords =
  "minor routine normal harmless ordinary trivial simple standard regular usual calm casual small typical"

const meanVector = (lexicon: Lexicon, text: string): Float64Array => {
  const sum = new Float64Array(lexicon.dimensions)
  for (const token of tokenize(text)) lexicon.addVector(token, sum)
  return normalize(sum)
}

const harmfulWords = `damage damaged loss stolen attack breach harm broken failed dangerous violation fraud malicious destroyed
  injured lost`
const safeWords = `safe protected secure approved verified insured confirmed authorized backup intact standard valid
  compliant`

const axisBetween = (lexicon: Lexicon, from: string, to: string): Float64Array => {
  const start = meanVector(lexicon, from)
  return normalize(meanVector(lexicon, to).map((value, d) => value - (start[d] ?? 0)))
}

/** Directions in the space of word vectors, from one group of words to its opposite: unit vectors. */
export interface SemanticAxes {
  /** From mild to severe. */
  readonly severity: Float64Array
  /** From safe to harmful. */
  readonly harm: Float64Array
}

/** Computes the axes. */
export const makeSemanticAxes = (lexicon: Lexicon): SemanticAxes => ({
  severity: axisBetween(lexicon, mildWords, severeWords),
  harm: axisBetween(lexicon, safeWords, harmfulWords)
})

/** Signals about a state. All are 0 for an empty one. */
export interface StateSignals {
  /** Severity of the negated words, -1 to 1. */
  readonly negatedSeverity: number
  /** Similarity of its words to harm (above 0) rather than to safety; negated words count with the opposite sign. */
  readonly harm: number
  /** Alarm, -1 (calm) to 1 (emergency), and sentiment, -1 to 1, by the sentiment lexicon; near 0 for a long text. */
  readonly alarm: number
  readonly sentiment: number
  /** Size of its numbers relative to typical values of their unit, in powers of ten; 0 without numbers. */
  readonly magnitude: number
}

/** Words with a smaller cosine similarity to an axis are neutral. */
const neutralSimilarity = 0.2

/** Typical values in everyday texts: 1,000 of a currency, 30 items, 50 %, 10 days, 1,000 MB. */
const typicalValues: Readonly<Partial<Record<Unit, number>>> = {
  money: 1_000,
  count: 30,
  percent: 50,
  time: 10,
  size: 1_000
}

/** Powers of ten that the largest number of one unit contributes, at most. */
const maxPowers = 2

/** Does a bare number count things: "254 users", "18 affected units", "views: 608"? A year does not. */
const countsThings = ({ tokens }: Sentence, { at, end, low: value }: Range): boolean => {
  if (Number.isInteger(value) && value >= 1_900 && value < 2_100) return false
  const next = tokens[end]
  if (next === undefined || next.kind === "sign") return tokens[at - 1]?.text === ":"
  const plural = [next, next.content ? tokens[end + 1] : undefined].some(
    (token) =>
      token?.kind === "word" && /[^s]s$/.test(token.text) && !/^(?:is|was|has|does)$/.test(token.text)
  )
  return plural
}

const magnitudeOf = function* (opening: ReadonlyArray<Sentence>): CooperativeTask<number> {
  const largest = new Map<Unit, number>()
  for (const sentence of opening) {
    for (const range of sentence.ranges) {
      if (range.unit === "count" && !countsThings(sentence, range)) continue
      const { high, low } = statedRange(sentence, range)
      const value = Number.isFinite(high) ? high : low
      largest.set(range.unit, Math.max(largest.get(range.unit) ?? 0, value))
    }
    yield 1 + sentence.tokens.length * perToken
  }
  let magnitude = 0
  for (const [kind, value] of largest) {
    const typical = typicalValues[kind]
    if (typical === undefined) continue
    const power = Math.log10((1 + value) / (1 + typical))
    magnitude += Math.max(-maxPowers, Math.min(maxPowers, power))
  }
  return magnitude
}

/** Weight of alarm and sentiment, which in a long text are about many things. */
const weightByLength = (words: number): number => 1 / (1 + (words / 60) ** 2)

/** Approximate cost of a token. */
const perToken = 0.25

/** Computes the signals from the first sentences of a state. */
export const readSignals = function* (
  lexicon: Lexicon,
  axes: SemanticAxes,
  opening: ReadonlyArray<Sentence>
): CooperativeTask<StateSignals> {
  const negatedSum = new Float64Array(lexicon.dimensions)
  let [harm, words] = [0, 0]
  const tallies: Array<SentimentTally> = []
  for (const { negation, tokens } of opening) {
    tallies.push(tallySentiment(lexicon, tokens, negation))
    for (const [at, token] of tokens.entries()) {
      const isNegated = negation[at] === 1
      if (token.kind !== "sign") words++
      if (!token.content) continue
      if (isNegated) lexicon.addVector(token, negatedSum)
      const own = lexicon.projectOn(token, axes.harm)
      if (Math.abs(own) > neutralSimilarity)
        harm += (own - Math.sign(own) * neutralSimilarity) * (isNegated ? -1 : 1)
    }
    yield 1 + tokens.length * perToken
  }
  return {
    negatedSeverity: cosineSimilarity(normalize(negatedSum), axes.severity),
    harm: words === 0 ? 0 : harm / Math.sqrt(words),
    alarm: alarmOf(tallies, words) * weightByLength(words),
    sentiment: sentimentOf(tallies, words) * weightByLength(words),
    magnitude: yield* magnitudeOf(opening)
  }
}
