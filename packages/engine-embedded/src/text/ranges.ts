// Finds ranges of numbers and dates, and compares them: "more than 50 seats", "between 2 and 3 kg", "before May 5".
import { findIntervals } from "./clockTimes.ts"
import { findWeekdays } from "./calendar.ts"
import { findDates, periodJoints } from "./dates.ts"
import {
  dateTable,
  isNewValue,
  isOldValue,
  type Kind,
  move,
  numberTable,
  phraseAfter,
  phraseBefore
} from "./comparisonPhrases.ts"
import type { Quantity } from "./quantities.ts"
import { findQuantities } from "./quantities.ts"
import { lengthOf, textOf } from "./tokenPatterns.ts"
import type { Token } from "./tokenize.ts"
import type { Unit } from "./units.ts"

/**
 * The values from `low` to `high`. A plain number is a range of one value. `at` is the index of its first token, `end` the
 * index after its last.
 */
export interface Range {
  readonly low: number
  readonly high: number
  readonly unit: Unit
  readonly currency?: string | undefined
  /** Is it a date without a year? Then its ends are days of a leap year. Set for dates alone. */
  readonly yearless?: boolean
  /** Does it have words of comparison, such as "more than", "exactly" or "between"? */
  readonly compares: boolean
  /** Is it so on each day, as of a period or "until 4 May"? */
  readonly isPeriod?: boolean
  /** The number itself, if it is one and not two. */
  readonly quantity?: Quantity
  readonly at: number
  readonly end: number
}

/** Is it a date or a day of the week? */
export const isDay = ({ unit }: Range): boolean => unit === "date" || unit === "weekday"

/** How far "about 50" may be from 50, relative to it. */
const tolerance = 0.1

type Bounds = Pick<Range, "low" | "high">

/** The nearest value above one: of "more than 50" and of "not 50 or less". With −1, below it. */
export const beside = (value: number, side = 1): number =>
  value + side * Math.max(2 ** -52 * Math.abs(value), 1e-9 * Math.min(1e6, Math.max(1e-3, Math.abs(value))))

/** The bounds that a comparison makes of the lowest and the highest value of what it is about. */
const boundsBy: Readonly<Record<Kind, (low: number, high: number) => Bounds>> = {
  above: (_, high) => ({ low: beside(high), high: Infinity }),
  from: (low) => ({ low, high: Infinity }),
  below: (low) => ({ low: -Infinity, high: beside(low, -1) }),
  upto: (_, high) => ({ low: -Infinity, high }),
  equal: (low, high) => ({ low, high }),
  about: (low, high) => ({ low: low - tolerance * Math.abs(low), high: high + tolerance * Math.abs(high) })
}

/** "1 to 3 days", "between 2 and 5", "10-20 kg": the first number has the unit of the second. */
const spanOf = (tokens: ReadonlyArray<Token>, left: Quantity, right: Quantity): Range | undefined => {
  const joint = tokens[left.end]?.text ?? ""
  const before = tokens[left.at - 1]?.text
  if (right.at !== left.end + 1) return undefined
  if (!["to", "-", "–", "−"].includes(joint) && !(joint === "and" && before === "between")) return undefined
  const { currency = left.currency, end, factor, unit } = right
  const low = left.unit === unit ? left.value : left.unit === "count" ? left.value * factor : Number.NaN
  if (!(low <= right.value)) return undefined
  const at = before === "between" || before === "from" ? left.at - 1 : left.at
  return { low, high: right.value, unit, currency, compares: true, at, end }
}

/** The ranges and plain numbers of a sentence, those of dates and times of day included. */
export const numberRanges = (tokens: ReadonlyArray<Token>): Array<Range> => {
  const found: Array<Range> = []
  const quantities = findQuantities(tokens)
  for (let i = 0; i < quantities.length; i++) {
    const [quantity, next] = [quantities[i], quantities[i + 1]]
    if (quantity === undefined) continue
    // Of "rose from 15 to 40 euros" the second counts.
    const isTo = next !== undefined && tokens[next.at - 1]?.text === "to"
    if (isTo && isOldValue(tokens, quantity.at)) continue
    const span = next === undefined ? undefined : spanOf(tokens, quantity, next)
    if (span !== undefined) {
      found.push(span)
      i++
      continue
    }
    const { currency, unit, value } = quantity
    const phrase = phraseAfter(tokens, quantity) ?? phraseBefore(tokens, quantity, numberTable)
    const { at, end } = phrase ?? quantity
    const bounds = boundsBy[phrase?.kind ?? "equal"](value, value)
    found.push({ ...bounds, unit, currency, compares: phrase !== undefined, quantity, at, end })
  }
  return found
}

const dateRanges = (tokens: ReadonlyArray<Token>): Array<Range> => {
  const found: Array<Range> = []
  const dates = findDates(tokens)
  for (let i = 0; i < dates.length; i++) {
    const [date, next] = [dates[i], dates[i + 1]]
    if (date === undefined) continue
    const { at, end, first, year } = date
    const isJoined = next?.at === end + 1 && periodJoints.has(tokens[end]?.text ?? "")
    if (isJoined && isOldValue(tokens, at)) continue
    // "From May to August", which "3 to 10 June" is by itself.
    const spans = isJoined && date.isPeriod !== true && next.year === year && first <= next.last
    const last = spans ? next : date
    const before = isNewValue(tokens, at) ? undefined : phraseBefore(tokens, date, dateTable)
    // What is open until a day is so before it.
    const isUntil = /^(?:until|till|through)$/.test(tokens[before?.at ?? -1]?.text ?? "")
    const isPeriod = spans || date.isPeriod === true
    found.push({
      ...boundsBy[(isPeriod ? undefined : before?.kind) ?? "equal"](first, last.last),
      unit: "date",
      yearless: !year,
      compares: isPeriod || before !== undefined,
      isPeriod: isPeriod || isUntil,
      at: before?.at ?? at,
      end: last.end
    })
    if (spans) i++
  }
  return found
}

const clockRanges = (tokens: ReadonlyArray<Token>): Array<Range> =>
  findIntervals(tokens).map((interval) => {
    const { at, end, first, last } = interval
    const isPlain = first === last && !isOldValue(tokens, at)
    const before = isPlain ? phraseBefore(tokens, interval, dateTable) : undefined
    const bounds = boundsBy[before?.kind ?? "equal"](first, last)
    return { ...bounds, unit: "clock", compares: true, at: before?.at ?? at, end }
  })

/** Days of the week, in days from Monday: "on Sundays", "Monday to Friday". */
const weekdayRanges = (tokens: ReadonlyArray<Token>): Array<Range> =>
  findWeekdays(tokens).map(({ at, end, first, last }) => {
    const bounds = { low: first, high: last }
    return { ...bounds, unit: "weekday", compares: false, isPeriod: first < last, at, end }
  })

/** The days and times that still count: of "the concert on 5 March was moved to 19 April" the second. */
const withoutMoved = (tokens: ReadonlyArray<Token>, ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  if (ranges.length < 2) return ranges
  const text = textOf(tokens)
  const start = text.search(move)
  if (start <= 0) return ranges
  const moved = lengthOf(text.slice(0, start))
  const isNew = ({ at }: Range) =>
    at > moved && [at, at - 1].some((to) => /^(?:to|until|till)$/.test(tokens[to]?.text ?? ""))
  const units = new Set(ranges.filter(isNew).map(({ unit }) => unit))
  return ranges.filter(({ at, unit }) => at >= moved || !units.has(unit))
}

/** All ranges and plain numbers of a sentence, then its dates, times of day and days of the week. */
export const findRanges = (tokens: ReadonlyArray<Token>): ReadonlyArray<Range> => {
  const apart = (ranges: ReadonlyArray<Range>, others: ReadonlyArray<Range>) =>
    ranges.filter(({ at, end }) => !others.some((other) => at < other.end && other.at < end))
  const dates = dateRanges(tokens)
  const clocks = apart(clockRanges(tokens), dates)
  const numbers = apart(numberRanges(tokens), [...dates, ...clocks])
  const days = withoutMoved(tokens, [...dates, ...clocks, ...apart(weekdayRanges(tokens), dates)])
  return [...numbers, ...days]
}

const contains = (outer: Bounds, inner: Bounds): boolean => outer.low <= inner.low && outer.high >= inner.high

/** Can two ranges be compared? They need the same unit and currency, and both a year or none. */
export const isComparable = (asked: Range, stated: Range): boolean =>
  asked.unit === stated.unit &&
  asked.yearless === stated.yearless &&
  (asked.currency === undefined || stated.currency === undefined || asked.currency === stated.currency)

const isPoint = ({ high, low }: Bounds): boolean => low === high

/**
 * 1 when the range asked for contains the whole stated range, -1 when it contains none of it, 0 when it contains a part. Both
 * must be comparable.
 */
export const compareRanges = (asked: Range, stated: Range): -1 | 0 | 1 => {
  if (contains(asked, stated)) return 1
  const isClock = asked.unit === "clock"
  // What begins at 9 may be so at 10 or in the afternoon, too.
  if (isClock && isPoint(stated) && Number.isFinite(asked.high - asked.low)) return 0
  // "Open from 9 to 17" is so at 10, but "not after noon" says nothing of 11.
  const isOpen = isClock && isPoint(asked) && Number.isFinite(stated.high - stated.low)
  // "A group of ten" is one "under twelve", and four players are "two to five".
  const isAnyOf = asked.unit === "count" && !asked.compares
  if ((isOpen || isAnyOf || stated.isPeriod === true) && contains(stated, asked)) return 1
  return asked.high < stated.low || stated.high < asked.low ? -1 : 0
}
