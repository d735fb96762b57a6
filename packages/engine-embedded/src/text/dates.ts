// Finds dates in a sentence: "2026-03-12", "12 March 2026", "March 12", "12.03.2026", "3. März 2026", "in 2025".
import { monthNames } from "./calendar.ts"
import type { Token } from "./tokenize.ts"

/**
 * A date, from the first to the last day it may mean, in days since 1970; in days since January 1 of a leap year when
 * `year` is false. `at` is the index of its first token, `end` the index after its last.
 */
export interface FoundDate {
  readonly first: number
  readonly last: number
  readonly year: boolean
  readonly at: number
  readonly end: number
}

const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, at): [string, number] => [name, at]),
  ...monthNames.map((name, at): [string, number] => [name.slice(0, 3), at]),
  ["sept", 8]
])

/** Months in German, French and Spanish, beside a day alone: some are words in English, too. */
const foreignMonths: ReadonlyMap<string, number> = new Map(
  [
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
  ].flatMap((names) => names.split(" ").map((name, at): [string, number] => [name, at]))
)

/** The point after the day of a date such as "3. März", which ends no sentence. */
export const ordinalPoint = new RegExp(
  `(?<=\\b\\d{1,2})\\.(?=\\s(?:${[...foreignMonths.keys()].join("|")})\\b)`,
  "giu"
)

/** A year in which every date exists, for dates without one. */
const leapYear = 2000
const dayMilliseconds = 86_400_000

const dayOf = (year: number, month: number, day: number): number | undefined => {
  const time = new Date(Date.UTC(year, month, day))
  return time.getUTCMonth() === month && time.getUTCDate() === day
    ? time.getTime() / dayMilliseconds
    : undefined
}

const yearStart = (year: number): number => Date.UTC(year, 0, 1) / dayMilliseconds

const spanOf = (
  days: ReadonlyArray<number | undefined>,
  year: boolean,
  at: number,
  end: number
): FoundDate | undefined => {
  const known = days.filter((day) => day !== undefined).map((day) => (year ? day : day - yearStart(leapYear)))
  return known.length === 0
    ? undefined
    : { first: Math.min(...known), last: Math.max(...known), year, at, end }
}

const monthSpan = (
  year: number | undefined,
  month: number,
  at: number,
  end: number
): FoundDate | undefined => {
  const of = year ?? leapYear
  const next = Date.UTC(of, month + 1, 1) / dayMilliseconds
  return spanOf([dayOf(of, month, 1), next - 1], year !== undefined, at, end)
}

/** Prepositions before a month or a year that stands alone. */
const prepositions = new Set(
  "in since before after until till by from during of mid early late last".split(" ")
)

const ordinals = ["st", "nd", "rd", "th"]

const find = (tokens: ReadonlyArray<Token>, at: number): FoundDate | undefined => {
  const textAt = (index: number): string => tokens[index]?.text ?? ""
  const yearAt = (index: number): number | undefined =>
    /^(?:19|20)\d\d$/.test(textAt(index)) ? Number(textAt(index)) : undefined
  const dayAt = (index: number): number | undefined =>
    /^\d{1,2}$/.test(textAt(index)) && Number(textAt(index)) <= 31 ? Number(textAt(index)) : undefined
  const skip = (index: number, ...texts: ReadonlyArray<string>): number =>
    texts.includes(textAt(index)) ? index + 1 : index

  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(textAt(at))
  if (dotted !== null)
    return spanOf([dayOf(Number(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]))], true, at, at + 1)
  const sign = textAt(at + 1)
  if ((sign === "-" || sign === "/") && textAt(at + 3) === sign) {
    const parts = [0, 2, 4].map((step) => Number(textAt(at + step)))
    const [a = 0, b = 0, c = 0] = parts
    if (yearAt(at) !== undefined) return spanOf([dayOf(a, b - 1, c)], true, at, at + 5)
    // "3/4/2026" is in March or in April.
    if (yearAt(at + 4) !== undefined)
      return spanOf([dayOf(c, a - 1, b), dayOf(c, b - 1, a)], true, at, at + 5)
    return undefined
  }
  /** A day of a month with the year behind it, if there is one. */
  const dated = (month: number, day: number, end: number): FoundDate | undefined => {
    const yearIndex = skip(end, ",", "de")
    const year = yearAt(yearIndex)
    const days = [dayOf(year ?? leapYear, month, day)]
    return spanOf(days, year !== undefined, at, year === undefined ? end : yearIndex + 1)
  }
  const day = dayAt(at)
  if (day !== undefined) {
    const named = skip(skip(at + 1, ...ordinals, "er", "."), "of", "de")
    const of = months.get(textAt(named)) ?? foreignMonths.get(textAt(named))
    return of === undefined ? undefined : dated(of, day, named + 1)
  }
  const month = months.get(textAt(at))
  if (month !== undefined) {
    const of = dayAt(at + 1)
    if (of !== undefined) return dated(month, of, skip(at + 2, ...ordinals))
    const year = yearAt(at + 1)
    if (year !== undefined) return monthSpan(year, month, at, at + 2)
    // "may" and "march" are words, too.
    return prepositions.has(textAt(at - 1)) && textAt(at) !== "may"
      ? monthSpan(undefined, month, at, at + 1)
      : undefined
  }
  const year = yearAt(at)
  const next = tokens[at + 1]
  if (year === undefined || !prepositions.has(textAt(at - 1)) || next?.content === true) return undefined
  return spanOf([yearStart(year), yearStart(year + 1) - 1], true, at, at + 1)
}

/** All dates of a sentence, in order. */
export const findDates = (tokens: ReadonlyArray<Token>): Array<FoundDate> => {
  const found: Array<FoundDate> = []
  for (let at = 0; at < tokens.length; at++) {
    const date = find(tokens, at)
    if (date === undefined) continue
    found.push(date)
    at = date.end - 1
  }
  return found
}
