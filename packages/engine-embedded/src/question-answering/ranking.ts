// Ranks passages by how well they answer a question, and says which of them do.
import type { SearchResult } from "@leadline/core/search"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { familyOf } from "../text/stem.ts"
import { tokenize } from "../text/tokenize.ts"
import {
  asksToCalculate,
  asksWhether,
  asksWithout,
  hasAnswerForm,
  impliedStems,
  isPrice
} from "./answerForms.ts"
import type { Passage } from "./passages.ts"
import type { QuestionPart } from "./question.ts"
import type { Term } from "./terms.ts"

/** A passage with its score; higher is better. */
export interface RankedPassage {
  readonly passage: Passage
  /** The date of its page, as "2026-11-29"; empty without one. */
  readonly date: string
  readonly score: number
  /** The share of the question's words that it mentions, by weight, 0 to 1. */
  readonly coverage: number
  /** Does it mention enough of the question to be quoted as an answer? */
  readonly answers: boolean
  /** Is it a row of a table whose first cell the question quotes word for word? */
  readonly isQuoted: boolean
  /** Has it the form that the question asks for, such as a number for "how many"? */
  readonly hasForm: boolean
}

/** Strength of a word that is only in the heading or title above a sentence, as a share; rows need theirs to be understood. */
const headingShare = 0.7
const rowHeadingShare = 0.9

/** Least strength of the mention of a named word. */
const minStrength = 0.6

/** Least coverage of a page's passage, and of a sentence of the conversation, which the caller chose. */
const minCoverage = 0.6
const minGivenCoverage = 0.34

/** Strength of another word of the same family. */
const familyStrength = 0.8

/** How strongly a passage has each stem and family, 0 to 1: in its text, by what it implies, or in the headings above it. */
const readStems = (passage: Passage, around: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const held = new Map<string, number>()
  const add = (stem: string, share: number): void => {
    for (const key of [stem, familyOf(stem) ?? stem]) held.set(key, Math.max(held.get(key) ?? 0, share))
  }
  for (const { stem } of passage.tokens) add(stem, 1)
  for (const stem of around) add(stem, passage.row === undefined ? headingShare : rowHeadingShare)
  for (const [stem, strength] of impliedStems(passage)) add(stem, strength)
  return held
}

/** How strongly stems mention each term, 0 to 1: as the word itself, as a related one, or as one of its family. */
export const mentionsOf = (
  terms: ReadonlyArray<Term>,
  held: ReadonlyMap<string, number>
): ReadonlyArray<number> =>
  terms.map(({ related, stem: own }) => {
    const family = familyOf(own)
    return related.reduce(
      (most, { stem, strength }) => Math.max(most, strength * (held.get(stem) ?? 0)),
      family === undefined ? 0 : familyStrength * (held.get(family) ?? 0)
    )
  })

const shareOf = (terms: ReadonlyArray<Term>, strengths: ReadonlyArray<number>): number => {
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = terms.reduce((sum, { weight }, term) => sum + weight * (strengths[term] ?? 0), 0)
  return whole === 0 ? 0 : held / whole
}

const wordsOf = (text: string): string =>
  ` ${tokenize(text)
    .filter(({ kind }) => kind !== "sign")
    .map((token) => token.text)
    .join(" ")} `

/** First words of sentences that cannot be understood without the one before. */
const needsContext =
  /^(?:it|they|this|that|these|those|he|she|however|but|and|so|also|otherwise|then|such|both|the (?:former|latter|same))\b/i

/** Penalty for a passage that reads badly as a quotation. */
const flawsOf = ({ row, text }: Passage): number =>
  (needsContext.test(text) ? 0.05 : 0) +
  (row === undefined ? 0 : 0.1) +
  // What a colon announces is not part of it.
  (text.endsWith(":") ? 0.3 : 0) +
  text.length / 2_000

const byScore = (a: RankedPassage, b: RankedPassage): number =>
  b.score - a.score || a.passage.source - b.passage.source || a.passage.order - b.passage.order

/** Ranks passages for a question, best first. `pages` are those they come from: the first has the id 1. */
export const rankPassages = function* (
  { context, refersBack, terms, text }: QuestionPart,
  passages: ReadonlyArray<Passage>,
  pages: ReadonlyArray<Pick<SearchResult, "date" | "title">>
): CooperativeTask<ReadonlyArray<RankedPassage>> {
  const words = wordsOf(text)
  const isWithout = asksWithout(text)
  const isCalculation = asksToCalculate(text)
  const isWhether = asksWhether.test(text)
  const asked = new Set(terms.map(({ stem }) => stem))
  const stemsAround = new Map<string, ReadonlySet<string>>()
  const ranked: Array<RankedPassage> = []
  for (const passage of passages) {
    const { heading, row, source, tokens } = passage
    const above = `${pages[source - 1]?.title ?? ""} ${heading}`
    const around = stemsAround.get(above) ?? new Set(tokenize(above).map(({ stem }) => stem))
    stemsAround.set(above, around)
    const held = readStems(passage, around)
    const strengths = mentionsOf(terms, held)
    const subject = shareOf(context, mentionsOf(context, held))
    const coverage = terms.length === 0 ? subject : shareOf(terms, strengths)
    const key = wordsOf(row?.cells[0] ?? "")
    const isQuoted = key.trim() !== "" && words.includes(key)
    const isNamed = terms.every((term, at) => !term.isNamed || (strengths[at] ?? 0) >= minStrength)
    // "Office move." says nothing to "Where does the office move?", but something to "Does the office move?"
    const repeats =
      row === undefined &&
      !isWhether &&
      tokens.every(({ content, kind, stem }) => (!content && kind !== "number") || asked.has(stem))
    const hasForm = hasAnswerForm(text, passage)
    const least = source === 0 ? minGivenCoverage : minCoverage
    ranked.push({
      passage,
      date: pages[source - 1]?.date ?? "",
      coverage,
      isQuoted,
      hasForm,
      answers:
        !repeats &&
        !isCalculation &&
        coverage >= least &&
        (isNamed || source === 0) &&
        (!refersBack || subject > 0) &&
        !(isWithout && isPrice(passage)),
      score:
        coverage +
        0.4 * subject +
        0.15 * (isQuoted || hasForm ? 1 : 0) +
        // The first pages of a search count a little more.
        (source === 0 ? 0 : 0.1 / source) -
        flawsOf(passage)
    })
    yield 4 + 2 * tokens.length
  }
  yield ranked.length
  return ranked.toSorted(byScore)
}
