// Ranks passages by how well they answer a question.
import * as Effect from "effect/Effect"
import { sortCooperatively } from "../scheduling/sort.ts"
import type { CooperativeTask, TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity, normalize } from "../vectors/vectorMath.ts"
import { hasAnswerForm } from "./evidence/answerForm.ts"
import { matchTerms, termsByStem } from "./evidence/termMatches.ts"
import type { Passage } from "./passages.ts"
import type { Question } from "./question.ts"
import { namesRow, quotesRow } from "./evidence/tableRows.ts"
import type { Term } from "./terms.ts"
import { calendarStems, readTerms } from "./terms.ts"

/** A passage with its score; higher is better. */
export interface RankedPassage {
  readonly passage: Passage
  readonly score: number
  /** The share of the question's words that it mentions, by weight, 0 to 1. */
  readonly coverage: number
  /** Can it be the answer: does it mention the rarest word of the question, and have a number, time or name if it needs one? */
  readonly answers: boolean
  /** Is it a row of a table whose first cell the question quotes word for word? */
  readonly isQuoted: boolean
  /** Index of each term of the question that it mentions, with its part of the coverage. */
  readonly shares: ReadonlyMap<number, number>
}

/** What passages are ranked for. */
export type RankingQuery = Pick<Question, "kind" | "terms" | "vector"> & {
  /** The question as written. Default: none, then no row is quoted. */
  readonly text?: string
}

/** First words of sentences that cannot be understood without the one before. */
const needsContext =
  /^(?:it|they|this|that|these|those|he|she|however|but|and|so|also|otherwise|then|such|both|the (?:former|latter|same))\b/i

/** The stems of a passage. */
export const stemsOf = (passage: Passage): ReadonlySet<string> =>
  new Set(passage.tokens.map(({ stem }) => stem))

/** Document frequency: how many passages contain each stem. */
const countStems = function* (
  passages: ReadonlyArray<Passage>
): CooperativeTask<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const passage of passages) {
    for (const stem of stemsOf(passage)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
    yield 1 + passage.tokens.length / 4
  }
  return counts
}

/** Weight of each term. A term that is in nearly every passage weighs little. */
const weighTerms = function* (
  terms: ReadonlyArray<Term>,
  passages: ReadonlyArray<Passage>
): CooperativeTask<ReadonlyArray<number>> {
  const holding = yield* countStems(passages)
  const most = Math.log(2 + passages.length)
  const weights: Array<number> = []
  for (const { stem, weight } of terms) {
    weights.push(weight * (0.35 + 0.65 * (1 - Math.log(1 + (holding.get(stem) ?? 0)) / most)))
    yield 0.25
  }
  return weights
}

/** Least strength of a related word that counts as the rarest word of a question. */
const minStrength = 0.6
/** The same for a row of a table that the question names. */
const minStrengthInRow = 0.5

/** Characters of a question that are compared with the first cells of tables. */
const maxQuotedLength = 400

/** Kinds of questions whose answer has a number, a time or a name in it. */
const needsForm: ReadonlySet<RankingQuery["kind"]> = new Set(["count", "time", "person"])

/** Penalty for a passage that reads badly as a quotation. `content` is its number of content words. */
const flawsOf = ({ row, text }: Passage, content: number): number =>
  (needsContext.test(text) ? 0.12 : 0) +
  (text.endsWith("?") ? 0.2 : 0) +
  (row === undefined && content < 3 ? 0.2 : 0) +
  // Without closing punctuation or a colon it is a label rather than a sentence.
  (row !== undefined || /[.!?;)]["'”’)\]`]*$/.test(text) ? 0 : 0.15) +
  // What it announces is not part of it.
  (text.endsWith(":") ? 0.3 : 0) +
  (text.length > 320 ? 0.12 : 0)

const byScore = (a: RankedPassage, b: RankedPassage): number =>
  b.score - a.score || a.passage.source - b.passage.source || a.passage.order - b.passage.order

const rankAll = function* (
  lexicon: Lexicon,
  sought: RankingQuery,
  passages: ReadonlyArray<Passage>,
  titles: ReadonlyMap<number, string>
): CooperativeTask<ReadonlyArray<RankedPassage>> {
  const weights = yield* weighTerms(sought.terms, passages)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const heaviest = weights.reduce((best, weight, term) => (weight > (weights[best] ?? 0) ? term : best), 0)
  const rarest = sought.terms[heaviest]?.stem ?? ""
  const termIndex = yield* termsByStem(sought.terms)
  const calendar = sought.terms.flatMap(({ stem }, index) => (calendarStems.has(stem) ? [index] : []))
  // Only questions for a meaning need them, and there may be tens of thousands.
  const soughtStems = new Set(sought.kind === "meaning" ? sought.terms.map(({ stem }) => stem) : [])
  yield sought.terms.length / 8
  const surroundings = new Map<string, ReadonlySet<string>>()
  const around = ({ heading, source }: Passage): ReadonlySet<string> => {
    const text = `${titles.get(source) ?? ""} ${heading}`
    const known = surroundings.get(text)
    if (known !== undefined) return known
    const made = new Set(readTerms(lexicon, text).terms.map(({ stem }) => stem))
    surroundings.set(text, made)
    return made
  }
  const asked = (sought.text ?? "").slice(0, maxQuotedLength)
  const ranked: Array<RankedPassage> = []
  for (const passage of passages) {
    const [own, surrounding] = [stemsOf(passage), around(passage)]
    const matched = matchTerms(termIndex, passage, own, surrounding)
    const shares = new Map(
      matched.map(({ strength, term }) => [
        term,
        ((weights[term] ?? 0) * strength) / Math.max(whole, Number.MIN_VALUE)
      ])
    )
    const coverage = [...shares.values()].reduce((sum, share) => sum + share, 0)
    const sum = new Float64Array(lexicon.dimensions)
    let content = 0
    for (const token of passage.tokens) {
      if (!token.content || token.kind !== "word") continue
      lexicon.addVector(token, sum)
      content++
    }
    const closeness = Math.max(0, cosineSimilarity(sought.vector, normalize(sum)))
    const hasForm = hasAnswerForm(sought.kind, soughtStems, passage)
    const isNamed = passage.row !== undefined && namesRow(sought.terms, passage.row)
    const isQuoted = passage.row !== undefined && quotesRow(asked, passage.row)
    const least = isNamed ? minStrengthInRow : minStrength
    const answers =
      (own.has(rarest) ||
        surrounding.has(rarest) ||
        matched.some(({ strength, term }) => sought.terms[term]?.stem === rarest && strength >= least)) &&
      (hasForm || isNamed || !needsForm.has(sought.kind)) &&
      // A table has a row for each day or month: another one is no answer.
      (passage.row === undefined || calendar.every((index) => matched.some(({ term }) => term === index)))
    // The first pages of a search count a little more.
    const place = passage.source === 0 ? 0 : 0.1 / passage.source
    ranked.push({
      passage,
      shares,
      coverage,
      answers,
      isQuoted,
      score:
        coverage + 0.35 * closeness + (hasForm || isQuoted ? 0.12 : 0) + place - flawsOf(passage, content)
    })
    yield 4 + passage.tokens.length
  }
  return yield* sortCooperatively(ranked, byScore)
}

/** Ranks passages, best first. `titles` are the titles of their pages, by id. */
export const rankPassages = (
  lexicon: Lexicon,
  sought: RankingQuery,
  passages: ReadonlyArray<Passage>,
  titles: ReadonlyMap<number, string>,
  slicer: TimeSlicer
): Effect.Effect<ReadonlyArray<RankedPassage>> => slicer.run(rankAll(lexicon, sought, passages, titles))

/** The most frequent words of the passages, which a summary is ranked by, at most. */
const maxThemeWords = 12

/** A ranking query for a summary: the most frequent words of the passages. */
const summaryQuery = function* (
  lexicon: Lexicon,
  passages: ReadonlyArray<Passage>
): CooperativeTask<RankingQuery> {
  const sum = new Float64Array(lexicon.dimensions)
  const texts = new Map<string, string>()
  for (const { tokens } of passages) {
    for (const token of tokens) {
      if (!token.content) continue
      lexicon.addVector(token, sum)
      if (token.kind === "word") texts.set(token.stem, token.text)
    }
    yield 1 + tokens.length
  }
  const counts = yield* countStems(passages)
  const words = yield* sortCooperatively(
    [...texts],
    ([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1)
  )
  const most = words.slice(0, maxThemeWords).map(([, text]) => text)
  return { kind: "other", terms: readTerms(lexicon, most.join(" ")).terms, vector: normalize(sum) }
}

/** Ranks passages for a summary: those first that have most of the frequent words. */
export const rankByCentrality = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  passages: ReadonlyArray<Passage>,
  slicer: TimeSlicer
) {
  const sought = yield* slicer.run(summaryQuery(lexicon, passages))
  return yield* rankPassages(lexicon, sought, passages, new Map(), slicer)
})
