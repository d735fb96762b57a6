// Checks the numbers and dates of the state against those that a hypothesis asks for.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { dayNames } from "../text/calendar.ts"
import { dayMinutes } from "../text/clockTimes.ts"
import { dayInYear, dayOfYear, yearOf } from "../text/dates.ts"
import { year } from "../text/quantities.ts"
import type { Range } from "../text/ranges.ts"
import { beside, compareRanges, isComparable, isDay } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import { textBefore, textOf, textFrom, type TokenSpan } from "../text/tokenPatterns.ts"
import { wordSet } from "../text/wordLists.ts"
import { type Hypothesis, isHedged, mentioningStems } from "./hypothesis.ts"
import type { Sentence } from "./sentence.ts"
import { timesOn } from "./openingHours.ts"

const clauseEnds = wordSet(", ; : ( ) . — – and or but")
const endsClause = ({ text }: Token): boolean => clauseEnds.has(text)

/** The clause around some tokens: the index of its first token, and the one after its last. */
const clauseAround = (tokens: ReadonlyArray<Token>, { at, end }: TokenSpan): TokenSpan => {
  const next = tokens.slice(end).findIndex(endsClause)
  return {
    at: tokens.slice(0, at).findLastIndex(endsClause) + 1,
    end: next < 0 ? tokens.length : end + next
  }
}

/** Tokens behind a number that are examined; before it, twice as many. */
const windowTokens = 6

/** How much a word counts that stands before the number before: it is rather about that one. */
const farShare = 0.65

/** Share of the hypothesis's words near a number, 0 to 1; behind it, in its clause. */
export const proximity = (hypothesis: Hypothesis, { ranges, tokens }: Sentence, range: Range): number => {
  if (hypothesis.weight === 0) return 0
  const { at, end, unit } = range
  const last = ranges.findLast((other) => other.unit === unit && other.end <= at)
  const lastEnd = last === undefined ? 0 : clauseAround(tokens, last).end
  const own = lastEnd <= at ? lastEnd : (last?.end ?? 0)
  const before = Math.max(0, at - 2 * windowTokens)
  const stemsIn = (from: number, to: number) =>
    tokens.slice(Math.max(before, from), to).map(({ stem }) => stem)
  const behind = stemsIn(end, Math.min(clauseAround(tokens, range).end, end + windowTokens))
  const [near, far] = [new Set([...stemsIn(own, at), ...behind]), new Set(stemsIn(before, own))]
  const shares = hypothesis.terms.map(({ related, weight }) => {
    const here = related.map(({ isAntonym, stem, strength }) =>
      isAntonym ? 0 : strength * (near.has(stem) ? 1 : far.has(stem) ? farShare : 0)
    )
    return weight * Math.max(0, ...here)
  })
  return shares.reduce((sum, value) => sum + value, 0) / hypothesis.weight
}

/** The end of what makes a number zero: "none of the four", "no 24-hour support". */
const zeroing = /(?<!\S)(?:(?:none|neither)(?: (?:of|the|our|all|these|those|your|their|its))*|no|not|zero)$/

const hasOneBound = ({ high, low }: Range): boolean => Number.isFinite(low) !== Number.isFinite(high)

/** The end of what negates a number: "does not open before noon". */
const negating =
  /(?<!\S)(?:not|never|cannot|nobody|except)(?! only)(?: (?!(?:[,;:().—–]|and|or|but)(?!\S))\S+){0,4}$/

/** What was to be, and is not. */
const cancelled = /(?<!\S)(?:cancelled|canceled|postponed|suspended|called off)(?!\S)/

/** Before what holds no more: "at 9, no longer at 10", "on Saturday rather than Friday", "96 dollars, down from 131". */
const replaced = /(?:instead of|rather than|no longer|(?:up|down) from)(?: (?:at|on|in|from|the))?$/

/** What is said of the number is taken back: "in 1908, but it was not", "two factor login: no". */
const takenBack = /^(?:(?:, )?but (?:\S+ ){0,3}not(?: [:;,.!]|$)|(?:(?![,;:.]|and )\S+ ){0,4}: no$)/

/**
 * Is a number denied, or what is asked in its clause: "no market on 5 May", "in August it does not run", for what runs in
 * August? `stems` are those that mention it. One with a bound is denied behind it alone: before it the bound is.
 */
const isDenied = (stems: ReadonlySet<string>, { negation, tokens }: Sentence, range: Range): boolean => {
  const { at, end } = range
  // "On 5 May, no market is held" is one clause.
  const start = tokens[end]?.text === "," ? end + 1 : end
  const clause = clauseAround(tokens, { at, end: start })
  const before = textBefore(tokens, at, windowTokens)
  if (replaced.test(before) || takenBack.test(textFrom(tokens, end, windowTokens + 2))) return true
  const isDeniedIn = (from: number, to: number) =>
    tokens.slice(from, to).some(({ stem }, i) => stems.has(stem) && negation[from + i] === 1)
  if (!hasOneBound(range) && (negating.test(before) || isDeniedIn(clause.at, at))) return true
  // "None of the 4 has paid" is denied before it.
  const own = negation.findIndex((mark, i) => i >= start && mark !== 1)
  if (own < 0 || own >= clause.end) return false
  const others = tokens.slice(own, clause.end).filter(({ stem }) => !stems.has(stem))
  return isDeniedIn(own, clause.end) || cancelled.test(textOf(others))
}

/** The complement of a range with one bound: "before noon" becomes noon and later. */
const otherSide = (range: Range): Range =>
  range.high === Infinity
    ? { ...range, low: -Infinity, high: beside(range.low, -1) }
    : { ...range, low: beside(range.high), high: Infinity }

/** How much another day than the one asked about says that it is not so, and how much it counts beside others. */
const otherDay = 0.3

const isOnly = ({ tokens }: Sentence, { at, end }: Range): boolean =>
  [at - 2, at - 1, end].some((near) => tokens[near]?.text === "only")

/** A range as its sentence states it: 0 after "no", the complement of a negated bound, else as written. */
export const statedRange = (sentence: Sentence, range: Range): Range => {
  const before = textBefore(sentence.tokens, range.at, windowTokens)
  if (hasOneBound(range) && negating.test(before)) return otherSide(range)
  return zeroing.test(before) && range.unit !== "date" && range.unit !== "clock"
    ? { ...range, low: 0, high: 0 }
    : range
}

const isBare = (tokens: ReadonlyArray<Token>, { end, unit }: Range): boolean =>
  unit === "count" && tokens[end]?.content !== true

const finiteEnds = ({ high, low }: Range): ReadonlyArray<number> => [low, high].filter(Number.isFinite)

/** A stated range in the form of the one asked for: an age as a bare number or the other way around, a date with its year or without. */
const asAsked = (hypothesis: Hypothesis, asked: Range, { tokens }: Sentence, stated: Range): Range => {
  const { unit } = asked
  const { high, low } = stated
  const times = (factor: number): Range => ({ ...stated, unit, low: low * factor, high: high * factor })
  if (isBare(hypothesis.tokens, asked) && stated.quantity?.isAge === true) return times(1 / year.factor)
  if (asked.quantity?.isAge === true && isBare(tokens, stated)) return times(year.factor)
  // 1:00 of "open from 18:00 to 2:00" is on the next day, Monday of "Friday to Monday" in the next week.
  const turn = unit === "clock" ? dayMinutes : unit === "weekday" ? dayNames.length : Number.NaN
  if (asked.high + turn <= high && high < Infinity) return { ...stated, low: low - turn, high: high - turn }
  // "Before 7:00" says nothing certain of "from 22:00 to 6:00": it ends before it, and begins behind.
  const isMorning = asked.low === -Infinity && asked.high <= dayMinutes / 2
  if (unit === "clock" && isMorning && high > dayMinutes && high < Infinity)
    return { ...stated, low: low - turn }
  const [end = 0] = finiteEnds(stated)
  const [of = 0] = finiteEnds(asked)
  if (unit !== "date" || stated.unit !== "date" || asked.yearless === stated.yearless) return stated
  const shift = (asked.yearless === true ? dayOfYear(end) : dayInYear(end, yearOf(of))) - end
  return { ...stated, low: low + shift, high: high + shift, yearless: asked.yearless === true }
}

/** The first words of questions about what has happened. */
const past = wordSet("did has have had was were")

/** Approximate cost of a number that is compared, and of one that is not. */
const perNumber = 24
const perOther = 2

/** A sentence of the state, or the size of a list as one. */
export interface Statement {
  readonly sentence: Sentence
  /** The share of the hypothesis's words that it has. The size of a list is that of its name alone, and has none. */
  readonly covered?: number
  /** Has it the antonym of one of them? */
  readonly isOpposed?: boolean
}

/** Reads a range once: several numbers may be asked for. */
const readOnce = <A extends object>(read: (sentence: Sentence, range: Range) => A) => {
  const known = new Map<Range, A>()
  return (sentence: Sentence, range: Range): A => {
    const found = known.get(range) ?? read(sentence, range)
    known.set(range, found)
    return found
  }
}

/**
 * Makes what says what the numbers of some statements say of one that a hypothesis asks for. `said`: 1 when it is so, -1 when it
 * is not, in between when they disagree or may be about something else; 0 when there are none. `isOneOfSeveral`: others may be
 * meant, too.
 */
export const makeNumberMatcher = (hypothesis: Hypothesis) => {
  const stems = mentioningStems(hypothesis)
  const asksForPast = !isHedged(hypothesis.tokens) && past.has(hypothesis.tokens[0]?.text ?? "")
  // Asked for itself, a minimum is a value and no bound.
  const asksForBound = hypothesis.tokens.some(({ text }) => /^(?:minimum|maximum)$/.test(text))
  const readNumber = readOnce((sentence, range) => {
    const clause = clauseAround(sentence.tokens, range)
    return {
      // "They will buy three vans" says nothing of those that they bought.
      isPlanned: asksForPast && isHedged(sentence.tokens.slice(clause.at, clause.end)),
      near: proximity(hypothesis, sentence, range),
      denied: isDenied(stems, sentence, range)
    }
  })
  const statedIn = readOnce((sentence, range) => {
    const value = asksForBound ? range.quantity?.value : undefined
    return value === undefined ? statedRange(sentence, range) : { ...range, low: value, high: value }
  })
  return function* (
    asked: Range,
    statements: ReadonlyArray<Statement>
  ): CooperativeTask<{ readonly said: number; readonly isOneOfSeveral: boolean }> {
    const isClock = asked.unit === "clock"
    let [total, sum, surest, numbers] = [0, 0, 0, 0]
    for (const { covered, isOpposed = false, sentence } of statements) {
      const { ranges } = sentence
      const own = isClock ? timesOn(hypothesis.days, sentence) : ranges
      // "From 9 to 12 and from 14 to 18" is so at a time where one of them is.
      const isWithin =
        isClock &&
        asked.low === asked.high &&
        own.some((time) => compareRanges(asked, asAsked(hypothesis, asked, sentence, time)) > 0)
      yield perOther * ranges.length
      for (const range of own) {
        const stated = asAsked(hypothesis, asked, sentence, statedIn(sentence, range))
        if (!isComparable(asked, stated)) continue
        yield perNumber
        const { denied, isPlanned, near } = readNumber(sentence, range)
        if (isPlanned || (covered === undefined && near === 0)) continue
        const confidence = covered === undefined ? near : (near + covered) / 2
        const found = compareRanges(asked, stated)
        if (found < 0 && isWithin) continue
        // What is so on one day may be so on another, but for "on Wednesdays only".
        const isOther = found < 0 && isDay(range) && !hasOneBound(asked) && !isOnly(sentence, range)
        // What is not so for one value may not be so for another, either.
        const said = denied ? Math.min(0, -found) : isOther ? found * otherDay : found
        // A shop is closed when it is not open, but a rise by 5 % is no fall by 5 %.
        const opposite = isDay(range) || isClock ? -said : 0
        const share = (confidence ** 3 + 1e-6) * (isOther ? otherDay : 1)
        numbers++
        surest = Math.max(surest, confidence)
        total += share
        sum += share * (isOpposed ? opposite : said)
      }
    }
    return {
      said: total === 0 ? 0 : (sum / total) * (0.2 + 0.8 * surest),
      isOneOfSeveral: numbers > 1
    }
  }
}
