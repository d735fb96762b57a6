// Finds times of day in a sentence, as `HH:MM` or `HH:MM:SS`: "14:30", "3 pm", "half past three in the afternoon".
import { numberWords } from "../../text/numerals.ts"
import { findDates } from "./dates.ts"
import { memoize } from "./memoize.ts"
import { overlaps, type Span, spanAt } from "./span.ts"

const two = (value: number): string => String(value).padStart(2, "0")

/** Hour of the day, 0 to 23: 15 for 3 "pm", 0 for 12 "am". `undefined` for a time that does not exist. */
const inDay = (hour: number, half: string): number | undefined => {
  if (half === "") return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return half === "pm" && hour < 24 && hour > 12 ? hour : undefined
  return (hour % 12) + (half === "pm" ? 12 : 0)
}

const clock = (hour: number, minute: number, half: string, seconds = ""): string | undefined => {
  const at = inDay(hour, half)
  return at === undefined || minute > 59 ? undefined : `${two(at)}:${two(minute)}${seconds}`
}

const halfOf = (text: string): string => (/^\s?p/i.test(text) ? "pm" : /^\s?a/i.test(text) ? "am" : "")

/** Words after a time that say whether it is before or after noon. */
const afternoon = /^[\s,]*(?:o['’]clock[\s,]*)?(?:in the (?:afternoon|evening)|at night|tonight)\b/i
const morning = /^[\s,]*(?:o['’]clock[\s,]*)?in the morning\b/i
/** Words before a time that say so. */
const afternoonBefore =
  /\b(?:this|tomorrow|yesterday|\p{Lu}\p{Ll}+day)\s+(?:afternoon|evening|night)\s+(?:at\s+)?$|\btonight\s+(?:at\s+)?$/u
const morningBefore = /\bmorning\s+(?:at\s+)?$/

const dayHalf = (text: string, start: number, end: number): string => {
  const [before, after] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 40)]
  if (afternoon.test(after) || afternoonBefore.test(before)) return "pm"
  return morning.test(after) || morningBefore.test(before) ? "am" : ""
}

const colon =
  /(?<![\d:.T\p{L}+-])(\d{1,2}):([0-5]\d)(:[0-5]\d)?(?![\d:])(?!\s?(?:h|hrs?|hours?|std)\b)(\s?[ap]\.?m\b\.?)?/giu
const twelve = /(?<![\d:.\p{L}-])(\d{1,2})(?:\.([0-5]\d))?(\s?[ap]\.?m\b\.?)/giu
const german = /(?<![\d:.\p{L}-])(\d{1,2})(?:[.:]([0-5]\d))?\s?Uhr\b/gu
const french = /(?<=(?:\bà|\bles|\bhoras?:?)\s)(\d{1,2})\s?h(?:\s?([0-5]\d))?(?![\p{L}\d])/giu
const hourWords = "one two three four five six seven eight nine ten eleven twelve"
const words = new RegExp(
  `\\b(?:(half|quarter|five|ten|twenty|twenty-five)\\s+(?:minutes\\s+)?(past|to)\\s+(\\d{1,2}|${hourWords.replaceAll(" ", "|")})|(\\d{1,2}|${hourWords.replaceAll(" ", "|")})\\s+o['’]clock)(?![\\d:])`,
  "giu"
)
const minutesOf: ReadonlyMap<string, number> = new Map([
  ["half", 30],
  ["quarter", 15],
  ["five", 5],
  ["ten", 10],
  ["twenty", 20],
  ["twenty-five", 25]
])

const hourOf = (text: string): number => numberWords.get(text.toLowerCase()) ?? Number(text)

const spoken = (text: string, match: RegExpExecArray): string | undefined => {
  const [whole, part, side, of, full] = match
  const half = dayHalf(text, match.index, match.index + whole.length)
  // "Half past three" alone may be 03:30 or 15:30.
  if (half === "") return undefined
  const hour = hourOf(full ?? of ?? "")
  const minutes = part === undefined ? 0 : (minutesOf.get(part.toLowerCase()) ?? 0)
  return side === "to" ? clock(hour === 1 ? 12 : hour - 1, 60 - minutes, half) : clock(hour, minutes, half)
}

/** Times of day in a text. Ambiguous ones, such as "half past three", are left out. */
export const findClockTimes = memoize((text: string): ReadonlyArray<Span<string>> => {
  const dates = findDates(text)
  const read = (pattern: RegExp, value: (match: RegExpExecArray) => string | undefined) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const time = value(match)
      return time === undefined ? [] : [spanAt(match, time)]
    })
  const halfAt = (match: RegExpExecArray, own = ""): string =>
    halfOf(own) || dayHalf(text, match.index, match.index + match[0].length)
  return [
    ...read(colon, (match) => clock(Number(match[1]), Number(match[2]), halfAt(match, match[4]), match[3])),
    ...read(twelve, (match) => clock(Number(match[1]), Number(match[2] ?? 0), halfOf(match[3] ?? ""))),
    ...[german, french].flatMap((pattern) =>
      read(pattern, (match) => clock(Number(match[1]), Number(match[2] ?? 0), ""))
    ),
    ...read(words, (match) => spoken(text, match)),
    ...read(/\b(noon|midday|midnight)\b/gi, ([word]) =>
      word.toLowerCase() === "midnight" ? "00:00" : "12:00"
    )
  ]
    .filter(
      (time, at, all) =>
        !dates.some((date) => overlaps(date, time)) && all.findIndex((other) => overlaps(other, time)) === at
    )
    .toSorted((left, right) => left.start - right.start)
})

const instant = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?(?![\d:])/g
const between = /^(?:,?\s*(?:at|um|a las|à|,|T)?\s*)$/i
const zone = /^\s?(?:(UTC|GMT|Z)\b|([+-]\d\d:\d\d))/

/** Dates with a time next to them, as `YYYY-MM-DDTHH:MM:SS`, with the UTC offset if the text has one. */
export const findDateTimes = (text: string): ReadonlyArray<Span<string>> => {
  const written = Array.from(text.matchAll(instant), (match) => {
    const plain = match[0].replace(" ", "T")
    return spanAt(match, /T\d\d:\d\d(?:Z|[+-]|$)/.test(plain) ? plain.replace(/T\d\d:\d\d/, "$&:00") : plain)
  })
  const times = findClockTimes(text)
  const joined = findDates(text).flatMap((date): ReadonlyArray<Span<string>> => {
    const time = times.find(
      (each) =>
        (each.start >= date.end && between.test(text.slice(date.end, each.start))) ||
        (each.end <= date.start &&
          /^,?\s+(?:on\s+|am\s+|el\s+|le\s+)?$/.test(text.slice(each.end, date.start)))
    )
    if (time === undefined) return []
    const [whole = "", name, offset] = zone.exec(text.slice(time.end)) ?? []
    const seconds = time.value.length === 5 ? ":00" : ""
    return [
      {
        value: `${date.value}T${time.value}${seconds}${name === undefined ? (offset ?? "") : "Z"}`,
        start: Math.min(date.start, time.start),
        end: Math.max(date.end, time.end + whole.length)
      }
    ]
  })
  return [...written, ...joined.filter((span) => !written.some((other) => overlaps(span, other)))]
}
