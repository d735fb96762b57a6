// Names of days and months.
import { stem } from "./stem.ts"
import type { Token } from "./tokenize.ts"
import { findPatterns, tokenPattern, type TokenPattern, type TokenSpan } from "./tokenPatterns.ts"

/** The days of a week, from Monday. */
export const dayNames = "monday tuesday wednesday thursday friday saturday sunday".split(" ")

/** The months of a year. */
export const monthNames =
  "january february march april may june july august september october november december".split(" ")

/** The stems of days and months. */
export const calendarStems: ReadonlySet<string> = new Set(
  [...dayNames, ...monthNames].map((name) => stem(name))
)

/** Days of the week, 0 for Monday. */
interface Weekdays {
  readonly first: number
  readonly last: number
}

const full = `(${dayNames.join("|")})s?`
const dayNumber = (name = ""): number => dayNames.indexOf(name)

const weekdayPatterns: ReadonlyArray<TokenPattern<Weekdays>> = [
  [
    tokenPattern(`${full} (?:to|until|till|through|-|–) ${full}`),
    // Over the end of a week, up to it.
    ([, from, to]) => ({ first: dayNumber(from), last: dayNumber(to) < dayNumber(from) ? 6 : dayNumber(to) })
  ],
  [tokenPattern(full), ([, day]) => ({ first: dayNumber(day), last: dayNumber(day) })],
  [tokenPattern("weekdays?"), () => ({ first: 0, last: 4 })],
  [tokenPattern("weekends?"), () => ({ first: 5, last: 6 })]
]

/** The days of the week of a sentence, in order, but for those that are the limit of a time: "before Wednesday". */
export const findWeekdays = (tokens: ReadonlyArray<Token>): ReadonlyArray<Weekdays & TokenSpan> =>
  findPatterns(tokens, weekdayPatterns).filter(
    ({ at }) => !/^(?:before|after|by|since|until|till)$/.test(tokens[at - 1]?.text ?? "")
  )

const short = dayNames.map((day) => day.slice(0, 3)).join("|")
const dayRange = new RegExp(`\\b(${short})[a-z]*\\.?\\s*(?:to|until|through|[-–—])\\s*(${short})[a-z]*\\b`)

/** The days within "monday to friday" or "weekends", or all for "daily". */
export const daysIn = (text: string): ReadonlyArray<string> => {
  if (/\b(?:every ?day|daily|seven days a week)\b/.test(text)) return dayNames
  const found = /\bweekends?\b/.test(text) ? dayNames.slice(5) : []
  if (/\bweekdays?\b/.test(text)) return [...dayNames.slice(0, 5), ...found]
  const [, first, last = ""] = dayRange.exec(text) ?? []
  if (first === undefined) return found
  const start = dayNames.findIndex((day) => day.startsWith(first))
  const length = (dayNames.findIndex((day) => day.startsWith(last)) - start + 7) % 7
  return [...dayNames, ...dayNames].slice(start, start + length + 1).concat(found)
}
