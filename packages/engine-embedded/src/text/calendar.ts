// Names of days and months.
import { stem } from "./stem.ts"
import { type Token, tokenize } from "./tokenize.ts"
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

/** Days of the week, 0 for Monday, 7 for the next one: "Friday to Monday". */
interface Weekdays {
  readonly first: number
  readonly last: number
}

const full = `(?<day>${dayNames.join("|")})s?`
const short = `(?:${dayNames.map((day) => day.slice(0, 3)).join("|")})`
/** The end of an abbreviation or a name: "Tues.", "Tuesdays". */
const rest = "(?:r?s|[a-z]*days?)?(?: \\.)?"
const dayNumber = (start = ""): number => dayNames.findIndex((day) => day.startsWith(start))

const weekdayPatterns: ReadonlyArray<TokenPattern<Weekdays>> = [
  [
    tokenPattern(`(?<from>${short})${rest} (?:to|until|till|through|-|–|—) (?<to>${short})${rest}`),
    ({ from, to }) => {
      const [first, last] = [dayNumber(from), dayNumber(to)]
      return { first, last: last < first ? last + dayNames.length : last }
    }
  ],
  [tokenPattern(full), ({ day }) => ({ first: dayNumber(day), last: dayNumber(day) })],
  [tokenPattern("weekdays?"), () => ({ first: 0, last: 4 })],
  [tokenPattern("weekends?"), () => ({ first: 5, last: 6 })]
]

/** The days of the week of a sentence, in order. */
export const findWeekdays = (tokens: ReadonlyArray<Token>): ReadonlyArray<Weekdays & TokenSpan> =>
  findPatterns(tokens, weekdayPatterns)

/** The days within "monday to friday" or "weekends", or all for "daily". */
export const daysIn = (text: string): ReadonlyArray<string> =>
  /\b(?:every ?day|daily|seven days a week)\b/.test(text)
    ? dayNames
    : findWeekdays(tokenize(text)).flatMap(({ first, last }) =>
        first < last ? [...dayNames, ...dayNames].slice(first, last + 1) : []
      )
