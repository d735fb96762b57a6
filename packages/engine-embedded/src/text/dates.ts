// Finds dates in a sentence: "2026-03-12", "12 March 2026", "March 12", "12.03.2026", "3. März 2026", "in 2025".
import { monthNames } from "./calendar.ts"
import { isYear } from "./numerals.ts"
import type { Token } from "./tokenize.ts"
import { findPatterns, type TokenPattern, tokenPattern, type TokenSpan } from "./tokenPatterns.ts"

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

const dated = (name = "", day: string | undefined, year: string | undefined): Days | undefined =>
  spanOf(dayOf(Number(year ?? leapYear), numbers.get(name) ?? 0, Number(day)), year !== undefined)

const monthOf = (name = "", year?: string): Days | undefined => {
  const [of, at] = [Number(year ?? leapYear), numbers.get(name) ?? 0]
  return spanOf([startOf(of, at), startOf(of, at + 1) - 1], year !== undefined)
}

/** Words between the two ends of a period. */
const joint = "to|until|till|through|-|–"
export const periodJoints: ReadonlySet<string> = new Set(joint.split("|"))

const year = String.raw`((?:19|20)\d\d)`
const day = String.raw`(\d|[012]\d|3[01])`
/** Before a month or a year that stands alone. */
const preposition = `(?<=(?<!\\S)(?:in|since|before|after|until|till|by|from|during|of|mid|early|late|last|(?:${month}) (?:and|or|,|${joint})) )`

const ordinal = "(?: (?:st|nd|rd|th))?"
const days = `${day}${ordinal} (?:${joint}) (?:[a-z]+day )?${day}${ordinal}`

/** The days from one of a month to another. */
const period = (name = "", from = "", to = "", of?: string): Days | undefined => {
  const [start, end] = [dated(name, from, of), dated(name, to, of)]
  return start && end && start.first < end.last ? { ...start, last: end.last, isPeriod: true } : undefined
}

const patterns: ReadonlyArray<TokenPattern<Days>> = [
  [
    tokenPattern(`${days}(?: of)? (${month})(?:(?: ,)? ${year})?`),
    ([, a, b, name, y]) => period(name, a, b, y)
  ],
  [
    // The 3 of "3 or 4 May", and the 3 and 4 of "3, 4 and 5 May".
    tokenPattern(
      `(?<!: )${day}(?=(?: , \\d+){0,6}(?: ,)? (?:and|or) \\d+${ordinal} (${month})(?:(?: ,)? ${year})?)`
    ),
    ([, d, name, y]) => dated(name, d, y)
  ],
  [tokenPattern(`(${month}) ${days}(?:(?: ,)? ${year})?`), ([, name, a, b, y]) => period(name, a, b, y)],
  [
    tokenPattern(String.raw`(\d{1,2})\.(\d{1,2})\.(\d{4})`),
    ([, d, m, y]) => spanOf(dayOf(Number(y), Number(m) - 1, Number(d)))
  ],
  [
    tokenPattern(String.raw`${year} ([-/]) (\d+) \2 (\d+)`),
    ([, y, , m, d]) => spanOf(dayOf(Number(y), Number(m) - 1, Number(d)))
  ],
  [
    // "3/4/2026" is in March or in April.
    tokenPattern(String.raw`(\d+) ([-/]) (\d+) \2 ${year}`),
    ([, a, , b, y]) =>
      spanOf([...dayOf(Number(y), Number(a) - 1, Number(b)), ...dayOf(Number(y), Number(b) - 1, Number(a))])
  ],
  [
    tokenPattern(
      `${day}(?: (?:st|nd|rd|th|er|\\.))?(?: (?:of|de))?? (${month}|${foreignMonth})(?:(?: ,| de)? ${year})?`
    ),
    ([, d, name, y]) => dated(name, d, y)
  ],
  [
    tokenPattern(`(${month}) ${day}${ordinal}(?:(?: ,| de)? ${year})?`),
    ([, name, d, y]) => dated(name, d, y)
  ],
  [tokenPattern(`(${month}) ${year}`), ([, name, y]) => monthOf(name, y)],
  // "May" is a word, too.
  [tokenPattern(`${preposition}(?!(?<=\\b(?:and|or|,) )may)(${month})`), ([, name]) => monthOf(name)],
  [tokenPattern(`${preposition}${year}`), ([, y]) => spanOf([startOf(Number(y)), startOf(Number(y) + 1) - 1])]
]

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
