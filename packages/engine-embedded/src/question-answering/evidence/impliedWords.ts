// Words that a passage implies without containing them: "€12" implies "cost", "Monday to Friday" implies "Wednesday".
import { tokenize } from "../../text/tokenize.ts"

const money = /[€$£¥]\s?\d|\d\s?(?:[€£¥]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|cents?)\b)/i
const duration =
  /\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:second|minute|hour|day|week|month|year)s?\b/i
const timeOfDay = /\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b/i

const stemsOf = (words: string): ReadonlyArray<string> => tokenize(words).map(({ stem }) => stem)

const implied: ReadonlyArray<readonly [pattern: RegExp, stems: ReadonlyArray<string>]> = [
  [money, stemsOf("cost price pay charge fee expensive cheap")],
  [duration, stemsOf("long duration")],
  [timeOfDay, stemsOf("time hour")]
]

const days = "monday tuesday wednesday thursday friday saturday sunday".split(" ")
const dayRange =
  /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s*(?:to|until|through|[-–—])\s*(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i

const everyDay = /\b(?:every ?day|daily|seven days a week)\b/i

const daysIn = (text: string): ReadonlyArray<string> => {
  const [, first = "", last = ""] = dayRange.exec(text) ?? []
  const start = days.findIndex((day) => first !== "" && day.startsWith(first.toLowerCase()))
  if (start < 0) return []
  const length = (days.findIndex((day) => day.startsWith(last.toLowerCase())) - start + 7) % 7
  return Array.from({ length: length + 1 }, (_, index) => days[(start + index) % 7] ?? "")
}

/** Strength of an implied word as a mention, 0 to 1. Days have 1. */
const impliedStrength = 0.7

/** The stems that a text implies, each with its strength, 0 to 1. */
export const impliedStems = (text: string): ReadonlyArray<readonly [stem: string, strength: number]> => [
  ...implied.flatMap(([pattern, stems]) =>
    pattern.test(text) ? stems.map((stem) => [stem, impliedStrength] as const) : []
  ),
  ...[...daysIn(text), ...(everyDay.test(text) ? days : [])].flatMap((day) =>
    stemsOf(day).map((stem) => [stem, 1] as const)
  )
]
