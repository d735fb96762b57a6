// Finds dates in a text, as `YYYY-MM-DD`: "2026-03-12", "12.03.2026", "3/12/2026", and month names in four languages.
import { type Span, spanAt } from "./span.ts"

const monthNames: ReadonlyArray<string> = [
  "january jan januar jänner enero janvier",
  "february feb februar febrero février",
  "march mar märz maerz marzo mars",
  "april apr abril avril",
  "may mai mayo",
  "june jun juni junio juin",
  "july jul juli julio juillet",
  "august aug agosto août",
  "september sep sept septiembre septembre",
  "october oct oktober okt octubre octobre",
  "november nov noviembre novembre",
  "december dec dezember dez diciembre décembre"
]

const months: ReadonlyMap<string, number> = new Map(
  monthNames.flatMap((names, at) => names.split(" ").map((name) => [name, at + 1] as const))
)

/** The names of months as alternatives of a regular expression, longest first. */
export const monthPattern = [...months.keys()].toSorted((left, right) => right.length - left.length).join("|")

const toDate = (year: string, month: number, day: string): string | undefined => {
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

const year = "((?:1[5-9]|20|21)\\d\\d)(?!\\d)"
const gap = "(?:\\s+|-)"
const forms: ReadonlyArray<readonly [RegExp, (parts: ReadonlyArray<string>) => string | undefined]> = [
  [
    /(?<![\p{L}\p{N}-])(\d{4})([-/])(\d\d)\2(\d\d)(?![\p{N}-])/gu,
    ([y = "", , m, d = ""]) => toDate(y, Number(m), d)
  ],
  [/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/g, ([d = "", m, y = ""]) => toDate(y, Number(m), d)],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.])(\\d{1,2})(?:st|nd|rd|th|\\.|º|er)?${gap}(?:of\\s+|de\\s+)?(${monthPattern})\\.?,?(?:${gap}|\\s+(?:of|de|del)\\s+)${year}`,
      "giu"
    ),
    ([d = "", month = "", y = ""]) => toDate(y, months.get(month.toLowerCase()) ?? 0, d)
  ],
  [
    new RegExp(
      `(?<!\\p{L})(${monthPattern})\\.?\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?:of\\s+)?${year}`,
      "giu"
    ),
    ([month = "", d = "", y = ""]) => toDate(y, months.get(month.toLowerCase()) ?? 0, d)
  ]
]

const slashed = /(?<![\p{L}\p{N}/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\p{N}/-])/gu

/** Which of day and month comes first in "3/4/2026". */
export type DateOrder = "day first" | "month first"

/** The order that unambiguous dates of a text have: "25/12/2026" has the day first. */
export const dateOrderOf = (text: string): DateOrder | undefined => {
  const orders = Array.from(text.matchAll(slashed)).flatMap(([, first, , second]): ReadonlyArray<DateOrder> =>
    Number(first) > 12 ? ["day first"] : Number(second) > 12 ? ["month first"] : []
  )
  return new Set(orders).size === 1 ? orders[0] : undefined
}

/** The order that a description asks for: "DD/MM/YYYY", "US format". */
export const dateOrderIn = (description: string): DateOrder | undefined => {
  if (/\bdd?[-/. ]mm?(?![a-z])|\bday first\b|\b(?:European|British|UK|German)\b/i.test(description))
    return "day first"
  return /\bmm?[-/. ]dd?(?![a-z])|\bmonth first\b|\b(?:US|USA|American)\b/i.test(description)
    ? "month first"
    : undefined
}

const slashedDate = (match: RegExpExecArray, order: DateOrder | undefined): string | undefined => {
  const [, first = "", , second = "", of = ""] = match
  const dayFirst = toDate(of, Number(second), first)
  const monthFirst = toDate(of, Number(first), second)
  if (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst)
    return dayFirst ?? monthFirst
  return order === undefined ? undefined : order === "day first" ? dayFirst : monthFirst
}

/**
 * Dates in a text. An ambiguous one, such as "3/4/2026", is left out unless `order` or another date of the text tells the order.
 */
export const findDates = (text: string, order?: DateOrder): ReadonlyArray<Span<string>> => {
  const shown = order ?? dateOrderOf(text)
  const found = [
    ...forms.flatMap(([pattern, read]) =>
      Array.from(text.matchAll(pattern)).flatMap((match) => {
        const date = read(match.slice(1))
        return date === undefined ? [] : [spanAt(match, date)]
      })
    ),
    ...Array.from(text.matchAll(slashed)).flatMap((match) => {
      const date = slashedDate(match, shown)
      return date === undefined ? [] : [spanAt(match, date)]
    })
  ]
  return found.toSorted((left, right) => left.start - right.start)
}

const weekdayNames =
  "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag"
const weekday = new RegExp(`(?<!\\p{L})(${weekdayNames.split(" ").join("|")})s?(?!\\p{L})`, "giu")

/** Names of days of the week, as they are written. */
export const findWeekdays = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(weekday), (match) => spanAt(match, match[1] ?? ""))

/** Is a word the name of a day or of a month? */
export const isDayOrMonth = (word: string): boolean =>
  months.has(word.toLowerCase()) || ` ${weekdayNames} `.includes(` ${word.toLowerCase()} `)
