// Checks the numbers and dates of the state against those that a hypothesis asks for.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { dayInYear, dayOfYear, yearOf } from "../text/dates.ts"
import { year } from "../text/quantities.ts"
import type { Range } from "../text/ranges.ts"
import { compareRanges, isComparable, isDay } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import { wordSet } from "../text/wordLists.ts"
import { type Hypothesis, isHedged, mentioningStems } from "./hypothesis.ts"
import type { Sentence } from "./sentence.ts"
import { timesOn } from "./openingHours.ts"

const clauseEnds = wordSet(", ; : ( ) . — – and or but")
const endsClause = ({ text }: Token): boolean => clauseEnds.has(text)

/** Tokens on either side of a number that are examined for what it counts. */
const windowTokens = 6

/** Share of the hypothesis's words near a number, 0 to 1; behind it, in its clause. */
export const proximity = (hypothesis: Hypothesis, { tokens }: Sentence, { at, end }: Range): number => {
  const behind = tokens.slice(end, end + windowTokens)
  const next = behind.findIndex(endsClause)
  const window = [
    ...tokens.slice(Math.max(0, at - windowTokens), at),
    ...behind.slice(0, next < 0 ? windowTokens : next)
  ]
  const stems = new Set(window.map(({ stem }) => stem))
  let near = 0
  for (const term of hypothesis.terms) {
    let here = 0
    for (const { stem, strength } of term.related) {
      if (strength > here && stems.has(stem)) here = strength
    }
    near += here * term.weight
  }
  return near / hypothesis.weight
}

const ofAll = wordSet("of the our all these those your their its")
const zeroWords = new Set(["no", "none", "not", "zero"])

/** "None of the four", "no 24-hour support": a number right after such a word counts as zero. */
const isZeroed = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  let before = at - 1
  while (ofAll.has(tokens[before]?.text ?? "")) before--
  const text = tokens[before]?.text ?? ""
  return text === "none" || text === "neither" || (before === at - 1 && zeroWords.has(text))
}

const hasOneBound = ({ high, low }: Range): boolean => Number.isFinite(low) !== Number.isFinite(high)

const negations = wordSet("not never cannot nobody except")

/** Words for what was to be, and is not. */
const cancellations = wordSet("cancelled canceled postponed suspended")

/** Tokens between a negation and the number that it negates, at most. */
const negationReach = 5

const textOf = (tokens: ReadonlyArray<Token>): string => tokens.map(({ text }) => text).join(" ")

/** Is a number negated: "does not open before noon"? */
const isNegated = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  for (let before = at - 1; before >= Math.max(0, at - negationReach); before--) {
    const text = tokens[before]?.text ?? ""
    if (clauseEnds.has(text)) return false
    if (negations.has(text)) return tokens[before + 1]?.text !== "only"
  }
  return false
}

/** Before what holds no more: "at 9, no longer at 10", "on Saturday rather than Friday", "96 dollars, down from 131". */
const replaced = /(?:instead of|rather than|no longer|(?:up|down) from)(?: (?:at|on|in|from|the))?$/

/** What is said of the number is taken back: "in 1908, but it was not". */
const takenBack = /^(?:, )?but (?:\S+ ){0,3}not(?: [:;,.!]|$)/

/**
 * Is a number denied, or what is asked in its clause: "no market on 5 May", "in August it does not run", for what runs in
 * August? `stems` are those that mention it. One with a bound is denied behind it alone: before it the bound is.
 */
const isDenied = (stems: ReadonlySet<string>, { negation, tokens }: Sentence, range: Range): boolean => {
  const { at: first, end } = range
  const isBound = hasOneBound(range)
  if (!isBound && isNegated(tokens, first)) return true
  for (let at = first - 1; at >= 0 && !isBound; at--) {
    const { stem = "", text = "" } = tokens[at] ?? {}
    if (clauseEnds.has(text)) break
    if (stems.has(stem) && negation[at] === 1) return true
  }
  if (replaced.test(textOf(tokens.slice(Math.max(0, first - 4), first)))) return true
  if (takenBack.test(textOf(tokens.slice(end, end + 8)))) return true
  // "On 5 May, no market is held" is one clause.
  const start = tokens[end]?.text === "," ? end + 1 : end
  // "None of the 4 has paid" is denied before it.
  let isOwn = negation[start] !== 1
  for (let at = start; at < tokens.length; at++) {
    const { stem = "", text = "" } = tokens[at] ?? {}
    if (clauseEnds.has(text)) return false
    isOwn ||= negation[at] !== 1
    const isCancelled = cancellations.has(text) || (text === "off" && tokens[at - 1]?.text === "called")
    if (isOwn && (stems.has(stem) ? negation[at] === 1 : isCancelled)) return true
  }
  return false
}

/** The complement of a range with one bound: "before noon" becomes noon and later. */
const otherSide = ({ high, highOpen, low, lowOpen, ...range }: Range): Range =>
  high === Infinity
    ? { ...range, low: -Infinity, high: low, lowOpen: false, highOpen: !lowOpen }
    : { ...range, low: high, high: Infinity, lowOpen: !highOpen, highOpen: false }

/** How much another day than the one asked about says that it is not so, and how much it counts beside others. */
const otherDay = 0.3

const isOnly = ({ tokens }: Sentence, { at, end }: Range): boolean =>
  [at - 2, at - 1, end].some((beside) => tokens[beside]?.text === "only")

/** A range as its sentence states it: 0 after "no", the complement of a negated bound, else as written. */
export const statedRange = (sentence: Sentence, range: Range): Range => {
  if (hasOneBound(range) && isNegated(sentence.tokens, range.at)) {
    // "Not until 1 April" is from then on.
    const isUntil = /^(?:until|till)$/.test(sentence.tokens[range.at]?.text ?? "")
    return isUntil ? { ...range, low: range.high, high: Infinity, isPeriod: true } : otherSide(range)
  }
  return isZeroed(sentence.tokens, range.at) && range.unit !== "date" && range.unit !== "clock"
    ? { ...range, low: 0, high: 0, lowOpen: false, highOpen: false }
    : range
}

const isBare = (tokens: ReadonlyArray<Token>, { end, unit }: Range): boolean =>
  unit === "count" && tokens[end]?.content !== true

const finiteEnds = ({ high, low }: Range): ReadonlyArray<number> => [low, high].filter(Number.isFinite)

/** A stated range in the form of the one asked for: an age as a bare number or the other way around, a date with its year or without. */
const asAsked = (hypothesis: Hypothesis, asked: Range, { tokens }: Sentence, stated: Range): Range => {
  const { unit } = asked
  const times = (factor: number): Range => ({
    ...stated,
    unit,
    low: stated.low * factor,
    high: stated.high * factor
  })
  if (isBare(hypothesis.tokens, asked) && stated.quantity?.isAge === true) return times(1 / year.factor)
  if (asked.quantity?.isAge === true && isBare(tokens, stated)) return times(year.factor)
  const [end = 0] = finiteEnds(stated)
  const [of = 0] = finiteEnds(asked)
  if (unit !== "date" || stated.unit !== "date" || asked.yearless === stated.yearless) return stated
  const shift = (asked.yearless === true ? dayOfYear(end) : dayInYear(end, yearOf(of))) - end
  return { ...stated, low: stated.low + shift, high: stated.high + shift, yearless: asked.yearless === true }
}

/** The clause that a number stands in. */
const clauseOf = (tokens: ReadonlyArray<Token>, { at, end }: Range): ReadonlyArray<Token> => {
  const next = tokens.slice(end).findIndex(endsClause)
  return tokens.slice(tokens.slice(0, at).findLastIndex(endsClause) + 1, next < 0 ? undefined : end + next)
}

/** The first words of questions about what has happened. */
const past = wordSet("did has have had was were")

/** Numbers that are asked for, at most: further ones are not compared. */
const maxAsked = 8

/** Approximate cost of a number that is compared, of each comparison, and of a number that is not. */
const perNumber = 20
const perComparison = 4
const perOther = 2

/** What the numbers of some sentences say of one that is asked for. */
interface Tally {
  readonly asked: Range
  total: number
  sum: number
  surest: number
  numbers: number
}

/**
 * What the numbers of some sentences say of those that are asked for. `said`: 1 when they are so, -1 when one is not, in between
 * when they disagree or may be about something else; 0 when there are none. `isOneOfSeveral`: others may be meant, too.
 * `covered` is the share of the hypothesis's words that a sentence has, and `sizes` are those of lists; `isOpposed` says whether it has the antonym of one.
 */
export const matchNumbers = function* (
  hypothesis: Hypothesis,
  comparisons: ReadonlyArray<Range>,
  chosen: ReadonlyArray<readonly [Sentence, covered: number, index: number]>,
  sizes: ReadonlyArray<Sentence>,
  isOpposed: (index: number) => boolean
): CooperativeTask<{ readonly said: number; readonly isOneOfSeveral: boolean }> {
  if (comparisons.length === 0) return { said: 0, isOneOfSeveral: false }
  const tallies = comparisons
    .slice(0, maxAsked)
    .map((asked): Tally => ({ asked, total: 0, sum: 0, surest: 0, numbers: 0 }))
  const stems = mentioningStems(hypothesis)
  const days = hypothesis.days.slice(0, maxAsked)
  const asksForPast = !isHedged(hypothesis.tokens) && past.has(hypothesis.tokens[0]?.text ?? "")
  const all = [...chosen, ...sizes.map((size) => [size, 0, -1] as const)]
  for (const [sentence, covered, index] of all) {
    let cost = 0
    const opening = timesOn(days, sentence)
    for (const range of sentence.ranges) {
      if (range.unit === "clock" && !opening.includes(range)) continue
      const stated = statedRange(sentence, range)
      const comparable = tallies.flatMap((tally) => {
        const given = asAsked(hypothesis, tally.asked, sentence, stated)
        return isComparable(tally.asked, given) ? [{ given, tally }] : []
      })
      cost += comparable.length === 0 ? perOther : perNumber + perComparison * comparable.length
      if (comparable.length === 0) continue
      // "They will buy three vans" says nothing of those that they bought.
      if (asksForPast && isHedged(clauseOf(sentence.tokens, range))) continue
      const near = hypothesis.weight === 0 ? 0 : proximity(hypothesis, sentence, range)
      // The size of a list is that of its name alone.
      if (index < 0 && near === 0) continue
      const confidence = index < 0 ? near : (near + covered) / 2
      const denies = isDenied(stems, sentence, range)
      const isOfDay = isDay(range)
      for (const { given, tally } of comparable) {
        const found = compareRanges(tally.asked, given)
        // "From 9 to 12 and from 14 to 18" is so where one of them is.
        const isClock = found < 0 && range.unit === "clock"
        if (isClock && opening.some((time) => compareRanges(tally.asked, time) > 0)) continue
        // What is so on one day may be so on another, but for "on Wednesdays only".
        const isOther = found < 0 && isOfDay && !hasOneBound(tally.asked) && !isOnly(sentence, range)
        // What is not so for one value may not be so for another, either.
        const said = denies ? Math.min(0, -found) : isOther ? found * otherDay : found
        // A shop is closed when it is not open, but a rise by 5 % is no fall by 5 %.
        const opposite = isOfDay || range.unit === "clock" ? -said : 0
        const share = (confidence ** 3 + 1e-6) * (isOther ? otherDay : 1)
        tally.numbers++
        tally.surest = Math.max(tally.surest, confidence)
        tally.total += share
        tally.sum += share * (isOpposed(index) ? opposite : said)
      }
    }
    yield cost
  }
  const known = tallies
    .map(({ sum, surest, total }) => (total === 0 ? 0 : (sum / total) * (0.2 + 0.8 * surest)))
    .filter((said) => said !== 0)
  return {
    said: known.length === 0 ? 0 : Math.min(...known),
    isOneOfSeveral: tallies.some(({ numbers }) => numbers > 1)
  }
}
