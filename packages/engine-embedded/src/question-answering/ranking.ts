// Ranks passages by how well they answer a question, and says which of them do.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { dayNames, daysIn, monthNames } from "../text/calendar.ts"
import { numberWords } from "../text/numerals.ts"
import { familyOf } from "../text/stem.ts"
import { stemsOf, type Token } from "../text/tokenize.ts"
import type { Passage } from "../text/passages.ts"
import type { QuestionPart, Term } from "./question.ts"

/** A passage with its score; higher is better. */
export interface RankedPassage {
  readonly passage: Passage
  /** The date of its page, as "2026-11-29"; empty without one. */
  readonly date: string
  readonly score: number
  /** Does it mention enough of the question to be quoted as an answer? */
  readonly answers: boolean
}

/** Forms of answers: a number for "how many", a time for "when", a name for "who". */
const forms: ReadonlyArray<readonly [question: RegExp, answer: RegExp]> = [
  [
    /\b(?:how (?:many|much|long|large|big|old|far|often|fast|high|deep|tall|wide|hot|cold|heavy)|cost|when|(?:what|which) (?:number|price|time|date|year|day|month))\b/i,
    new RegExp(`\\d|\\b(?:${[...numberWords.keys(), ...dayNames, ...monthNames].join("|")})`, "i")
  ],
  [/\b(?:who|whom|whose)\b/i, /.\b\p{Lu}\p{L}+/u]
]

/** Signs in a text, and the words that each speaks of. */
const implied: ReadonlyArray<readonly [sign: RegExp, stems: ReadonlyArray<string>]> = [
  [
    /[$€£¥]\s?\d|\d\s?(?:[€£]|(?:eur|usd|gbp|euros?|dollars?|pounds?)\b)/i,
    stemsOf("cost price pay fee charge expensive cheap much")
  ],
  [/(?:\+|\b0|\(0)\d[\d ()/-]{5,20}\d/, stemsOf("telephone phone number mobile call contact reach")],
  [/\S@\S+\.\w/, stemsOf("email mail address write contact reach")],
  [new RegExp(`\\b(?:${dayNames.join("|")})`, "i"), stemsOf("day")]
]

/** What days with hours beside them speak of: "Mon–Fri 9–18". */
const ofOpening = stemsOf("open opening close time day")
const hours = /\d\s*(?:to|[-–—])\s*\d/

/** Strength of an implied word as a mention, 0 to 1. Days have 1. */
const impliedStrength = 0.7

/** Strength of a word that is only in the heading or title above a sentence or a row, as a share. */
const headingShare = 0.7

/** Least strength of the mention of a named word. */
const minStrength = 0.6

/** Least coverage of a page's passage, and of a sentence of the conversation, which the caller chose. */
const minCoverage = 0.6
const minGivenCoverage = 0.34

/** Strength of another word of the same family. */
const familyStrength = 0.8

/** How strongly a passage has each stem and family, 0 to 1: in its text, by what it implies, or in the headings above it. */
const readStems = ({ text, tokens }: Passage, around: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const held = new Map<string, number>()
  const add = (stems: Iterable<string>, share: number): void => {
    for (const stem of stems)
      for (const key of [stem, familyOf(stem) ?? stem]) held.set(key, Math.max(held.get(key) ?? 0, share))
  }
  for (const { stem } of tokens) add([stem], 1)
  add(around, headingShare)
  for (const [sign, stems] of implied) if (sign.test(text)) add(stems, impliedStrength)
  const days = stemsOf(daysIn(text.toLowerCase()).join(" "))
  add(days, 1)
  if (days.length > 0 && hours.test(text)) add(ofOpening, impliedStrength)
  return held
}

/** How strongly stems mention each term, 0 to 1: as the word itself, as a related one, or as one of its family. */
export const mentionsOf = (
  terms: ReadonlyArray<Term>,
  held: ReadonlyMap<string, number>
): ReadonlyArray<number> =>
  terms.map(({ related, stem: own }) =>
    related.reduce(
      (most, { stem, strength }) => Math.max(most, strength * (held.get(stem) ?? 0)),
      familyStrength * (held.get(familyOf(own) ?? own) ?? 0)
    )
  )

const shareOf = (terms: ReadonlyArray<Term>, strengths: ReadonlyArray<number>): number => {
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const held = terms.reduce((sum, { weight }, term) => sum + weight * (strengths[term] ?? 0), 0)
  return whole === 0 ? 0 : held / whole
}

const byScore = (a: RankedPassage, b: RankedPassage): number =>
  b.score - a.score || a.passage.source - b.passage.source || a.passage.order - b.passage.order

/** Ranks passages for a question, best first. `pages` are those they come from: the first has the id 1. */
export const rankPassages = function* (
  { context, refersBack, terms, text }: QuestionPart,
  passages: ReadonlyArray<Passage>,
  pages: ReadonlyArray<{ readonly title: string; readonly date?: string | null | undefined }>
): CooperativeTask<ReadonlyArray<RankedPassage>> {
  const asksWhat = /\b(?:wh\p{L}+|how)\b/iu.test(text)
  const form = forms.find(([question]) => question.test(text))?.[1]
  const asked = new Set(terms.map(({ stem }) => stem))
  const isCalculation = terms.length > 0 && terms.every(({ stem }) => /^[\d.]+$/.test(stem))
  const stemsAround = new Map<string, ReadonlySet<string>>()
  const ranked: Array<RankedPassage> = []
  for (const passage of passages) {
    const { heading, row, source, tokens } = passage
    const above = `${pages[source - 1]?.title ?? ""} ${heading}`
    const around = stemsAround.get(above) ?? new Set(stemsOf(above))
    stemsAround.set(above, around)
    const held = readStems(passage, around)
    const strengths = mentionsOf(terms, held)
    const subject = shareOf(context, mentionsOf(context, held))
    const coverage = terms.length === 0 ? subject : shareOf(terms, strengths)
    const isNamed = terms.every((term, at) => !term.isNamed || (strengths[at] ?? 0) >= minStrength)
    // "Summer party." says nothing to "Where is the summer party?"
    const isAsked = ({ content, kind, stem }: Token) => (!content && kind !== "number") || asked.has(stem)
    const repeats = asksWhat && row === undefined && tokens.every(isAsked)
    const isGiven = source === 0
    const key = row?.cells[0]?.toLowerCase() ?? ""
    const isQuoted = key !== "" && text.toLowerCase().includes(key)
    ranked.push({
      passage,
      date: pages[source - 1]?.date ?? "",
      answers:
        !isCalculation &&
        !repeats &&
        coverage >= (isGiven ? minGivenCoverage : minCoverage) &&
        (isNamed || isGiven) &&
        (!refersBack || subject > 0),
      score:
        coverage +
        0.4 * subject +
        (isQuoted ? 0.3 : form?.test(passage.text) === true ? 0.15 : 0) -
        passage.text.length / 2_000
    })
    yield 4 + 2 * tokens.length
  }
  yield ranked.length
  return ranked.toSorted(byScore)
}
