// Finds dates in a sentence: "2026-03-12", "12 March 2026", "March 12", "12.03.2026", "3. März 2026", "in 2025".
import { monthNames } from "./calendar.ts"
import { isYear } from "./numerals.ts"
import type { Token } from "./tokenize.ts"
import {
  findPatterns,
  type Groups,
  type TokenPattern,
  tokenPattern,
  type TokenSpan
} from "./tokenPatterns.ts"

/**
 * A date, from the first to the last day it may mean, in days since 1970; in days since January 1 of a leap year when
 * `year` is false.
 */
interface Days {
  readonly first: number
  readonly last: number
  readonly year: boolean
  /** Does it mean all of these days: "3 to 10 June"? */
  readonly isPeriod?: boolean
}

/** English months, and those in German, French and Spanish, beside a day alone: some are words in English, too. */
const months = [monthNames, [...monthNames.map((name) => name.slice(0, 3)), "sept"]]
const foreignMonths = [
  "januar februar märz april mai juni juli august september oktober november dezember",
  "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
].map((names) => names.split(" "))

const numbers: ReadonlyMap<string, number> = new Map(
  [...foreignMonths, ...months].flatMap((names) =>
    names.map((name, at) => [name, at === 12 ? 8 : at] as const)
  )
)
const month = months.flat().join("|")
const foreignMonth = foreignMonths.flat().join("|")

/** The point after the day of a date such as "3. März", which ends no sentence. */
export const ordinalPoint = new RegExp(`(?<=\\b\\d{1,2})\\.(?=\\s(?:${foreignMonth})\\b)`, "giu")

/** A year in which every date exists, for dates without one. */
const leapYear = 2000
const dayMilliseconds = 86_400_000

const startOf = (year: number, at = 0): number => Date.UTC(year, at, 1) / dayMilliseconds

/** A day of a month, counted from 0; none where the month has no such day. */
const dayOf = (year: number, at: number, day: number): ReadonlyArray<number> =>
  new Date(Date.UTC(year, at, day)).getUTCMonth() === at && day > 0 ? [startOf(year, at) + day - 1] : []

const spanOf = (days: ReadonlyArray<number>, year = true): Days | undefined => {
  const from = year ? 0 : startOf(leapYear)
  return days.length === 0
    ? undefined
    : { first: Math.min(...days) - from, last: Math.max(...days) - from, year }
}

/** Words between the two ends of a period. */
const joint = "to|until|till|through|-|–"
export const periodJoints: ReadonlySet<string> = new Set(joint.split("|"))

const name = `(?<month>${month})`
const year = String.raw`(?<year>(?:19|20)\d\d)`
const maybeYear = `(?:(?: ,| de)? ${year})?`
const day = String.raw`(?<day>\d|[012]\d|3[01])`
const ordinal = "(?: (?:st|nd|rd|th))?"
const days = `${day}${ordinal} (?:${joint}) (?:[a-z]+day )?${day.replace("day", "to")}${ordinal}`
/** Before a month or a year that stands alone. */
const preposition = `(?<=(?<!\\S)(?:in|since|before|after|until|till|by|from|during|of|mid|early|late|last|(?:${month}) (?:and|or|,|${joint})) )`

/** A date of the named groups of a pattern: `to` is the last day of a period, `number` the month, and `either` it or the day. */
const readDate = ({ day: on, either, month: named = "", number, to, year: of }: Groups): Days | undefined => {
  const y = Number(of ?? leapYear)
  const hasYear = of !== undefined
  const numbered = number ?? either
  const at = numbered === undefined ? (numbers.get(named) ?? 0) : Number(numbered) - 1
  if (numbered === undefined && named === "") return spanOf([startOf(y), startOf(y + 1) - 1])
  if (on === undefined) return spanOf([startOf(y, at), startOf(y, at + 1) - 1], hasYear)
  // "3/4/2026" is in March or in April.
  const other = either === undefined ? [] : dayOf(y, Number(on) - 1, Number(either))
  const first = spanOf([...dayOf(y, at, Number(on)), ...other], hasYear)
  if (to === undefined) return first
  const last = spanOf(dayOf(y, at, Number(to)), hasYear)
  return first && last && first.first < last.first ? { ...first, last: last.last, isPeriod: true } : undefined
}

const patterns = [
  `${days}(?: of)? ${name}${maybeYear}`,
  // The 3 of "3 or 4 May", and the 3 and 4 of "3, 4 and 5 May".
  `(?<!: )${day}(?=(?: , \\d+){0,6}(?: ,)? (?:and|or) \\d+${ordinal} ${name}${maybeYear})`,
  `${name} ${days}${maybeYear}`,
  String.raw`(?<day>\d{1,2})\.(?<number>\d{1,2})\.(?<year>\d{4})`,
  String.raw`${year} (?<sign>[-/]) (?<number>\d+) \k<sign> (?<day>\d+)`,
  String.raw`(?<day>\d+) (?<sign>[-/]) (?<either>\d+) \k<sign> ${year}`,
  `${day}(?: (?:st|nd|rd|th|er|\\.))?(?: (?:of|de))?? (?<month>${month}|${foreignMonth})${maybeYear}`,
  `${name} ${day}${ordinal}${maybeYear}`,
  `${name} ${year}`,
  // "May" is a word, too.
  `${preposition}(?!(?<=\\b(?:and|or|,) )may)${name}`,
  `${preposition}${year}`
].map((source): TokenPattern<Days> => [tokenPattern(source), readDate])

/** A day of a leap year as that of another year. */
export const dayInYear = (at: number, toYear: number): number =>
  new Date((startOf(leapYear) + at) * dayMilliseconds).setUTCFullYear(toYear) / dayMilliseconds

/** A day as that of a leap year. */
export const dayOfYear = (at: number): number =>
  new Date(at * dayMilliseconds).setUTCFullYear(leapYear) / dayMilliseconds - startOf(leapYear)

/** The year of a day. */
export const yearOf = (at: number): number => new Date(at * dayMilliseconds).getUTCFullYear()

/** The first of two dates has the year of the second: "1 March to 10 April 2027". */
const withYearOf = (date: Days & TokenSpan, next: (Days & TokenSpan) | undefined): Days & TokenSpan => {
  if (date.year || next?.year !== true || next.at > date.end + 1) return date
  const last = dayInYear(date.last, yearOf(next.first))
  return { ...date, year: true, first: last - (date.last - date.first), last }
}

/** All dates of a sentence, in order. A year before a word that means something is a number: "of 2000 seats". */
export const findDates = (tokens: ReadonlyArray<Token>): ReadonlyArray<Days & TokenSpan> =>
  findPatterns(tokens, patterns)
    .filter(({ at, end }) => end > at + 1 || tokens[end]?.content !== true || !isYear(tokens[at]?.text))
    .map((date, index, all) => withYearOf(date, all[index + 1]))
