// Finds values of a kind in a sentence: numbers, dates, addresses, codes, names. Every value is in the text.
import type { FieldKind } from "./fieldKind.ts"

/** A value and where it stands: UTF-16 positions, end exclusive. */
export interface Span<A> {
  readonly value: A
  readonly start: number
  readonly end: number
}

/** A number with what it counts. `word`: written as a word, such as "two". */
export interface NumberSpan extends Span<number> {
  readonly unit: "money" | "percent" | "years old" | "none"
  readonly word: boolean
}

const multiples: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["hundred", 100],
  ["dozen", 12]
])
const numberWords: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value] as const)
)

const numberPattern =
  /(?<![\p{L}\p{N}_.:/#-])([-−])?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{N}_:/]|\p{L}{3,}\d|[.,]\d|-\d)(?:\s?(k|thousand|million|billion|hundred|dozen)\b)?/giu
const currencyBefore = /(?:[$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY|NOK|SEK|DKK))\s?$/
const currencyAfter =
  /^\s?(?:[$€£¥]|(?:USD|EUR|GBP|CHF|JPY|NOK|SEK|DKK|dollars?|euros?|pounds?|francs?|cents?)\b)/i
const ageAfter = /^[\s-]years?[\s-]old\b/i
const ageBefore = /\b(?:aged?|age of|age:|age is)\s*$/i

const unitOf = (text: string, start: number, end: number): NumberSpan["unit"] => {
  const [before, after] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 16)]
  if (currencyBefore.test(before) || currencyAfter.test(after)) return "money"
  if (/^\s?(?:%|percent\b)/i.test(after)) return "percent"
  if (/\p{Lu}\p{L}+\s\($/u.test(before) && after.startsWith(")")) return "years old"
  return ageAfter.test(after) || ageBefore.test(before) ? "years old" : "none"
}

/** Numbers in a text, number words included; parts of dates, times, codes and versions are left out. */
export const findNumbers = (text: string): ReadonlyArray<NumberSpan> => {
  const found: Array<NumberSpan> = []
  const dates = findDates(text)
  const add = (value: number, start: number, end: number, word: boolean) => {
    if (Number.isFinite(value) && !dates.some((date) => start >= date.start && start < date.end))
      found.push({ value, start, end, unit: unitOf(text, start, end), word })
  }
  for (const match of text.matchAll(numberPattern)) {
    const [whole, sign, digits = "", word] = match
    const factor = multiples.get(word?.toLowerCase() ?? "") ?? 1
    add(
      Number(digits.replaceAll(",", "")) * factor * (sign === undefined ? 1 : -1),
      match.index,
      match.index + whole.length,
      false
    )
  }
  for (const match of text.matchAll(/\b[a-z]+\b/gi)) {
    const value = numberWords.get(match[0].toLowerCase())
    // "One" is rarely a number.
    if (value !== undefined && value !== 1) add(value, match.index, match.index + match[0].length, true)
  }
  return found
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const writtenDate =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/gi

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date
}

/** Dates as `YYYY-MM-DD`, also those with the name of the month. */
export const findDates = (text: string): ReadonlyArray<Span<string>> => {
  const plain = Array.from(text.matchAll(/(?<![\p{L}\p{N}-])\d{4}-\d\d-\d\d(?![\p{N}-])/gu), (match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length
  }))
  const written = Array.from(text.matchAll(writtenDate)).flatMap((match) => {
    const [whole, before, month = "", after, year = ""] = match
    const day = before ?? after
    const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
    return day === undefined
      ? []
      : [
          {
            value: `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`,
            start: match.index,
            end: match.index + whole.length
          }
        ]
  })
  return [...plain, ...written].filter(({ value }) => isDay(value))
}

const shapes: ReadonlyMap<FieldKind, RegExp> = new Map([
  ["date-time", /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g],
  ["time", /(?<![\d:T-])\d{1,2}:\d\d(?::\d\d)?(?![\d:])/g],
  ["email", /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g],
  ["uri", /\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g],
  ["uuid", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ["ipv4", /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g],
  ["phone", /(?<![\p{L}\p{N}-])(?:\+\d{1,3}[ -]?)?(?:\(\d{1,5}\)[ -]?)?\d[\d /-]{5,16}\d(?![\p{L}\p{N}-])/gu]
])

/** Values of a kind that has a shape of its own; `undefined` for the other kinds. */
export const findShaped = (kind: FieldKind, text: string): ReadonlyArray<Span<string>> | undefined => {
  if (kind === "date") return findDates(text)
  const shape = shapes.get(kind)
  if (shape === undefined) return undefined
  return Array.from(text.matchAll(shape), (match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length
  })).filter(({ value }) => kind !== "phone" || !/^\d{4}-\d\d-\d\d/.test(value))
}

const capitalised =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|de|van|von|der|la)\s+)?\p{Lu}[\p{L}\p{N}'’-]*){0,5}/gu
const code = /(?<![\p{L}\p{N}])(?=[\p{L}-]*\d)[\p{L}\p{N}]+(?:[-._/][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu
const quoted = /["“`]([^"”`\n]{1,120})["”`]/g
const functionWord =
  /^(?:the|a|an|this|that|these|it|its|in|on|at|if|when|what|which|who|how|why|where|is|are|was|were|do|does|can|please|and|but|for|to|of|with|i|you|we|they|there|here|all|each|every|no|not|yes|my|our|your|his|her|he|she|after|before|one|hello|hi|dear)$/i

/** A name without its full stop, or first words that belong to the sentence. */
const trimName = ({ end, start, value }: Span<string>): Span<string> | undefined => {
  const [first = ""] = value.split(/\s+/)
  if (functionWord.test(first)) {
    const rest = value.slice(first.length).trimStart()
    return rest === "" ? undefined : trimName({ value: rest, start: end - rest.length, end })
  }
  const kept = value.replace(/[.'’-]+$/, "")
  return kept === "" ? undefined : { value: kept, start, end: start + kept.length }
}

const spanOf = (match: RegExpExecArray, value: string): Span<string> => {
  const start = match.index + match[0].indexOf(value)
  return { value, start, end: start + value.length }
}

/** Names, codes and quoted texts. */
export const findNames = (text: string): ReadonlyArray<Span<string>> => {
  const names = Array.from(text.matchAll(capitalised)).flatMap((match) => {
    const name = trimName(spanOf(match, match[0]))
    return name === undefined ? [] : [name]
  })
  return [
    ...Array.from(text.matchAll(quoted), (match) => spanOf(match, match[1] ?? "")),
    ...names,
    ...findCodes(text)
  ]
}

/** Words with a digit in them, such as `LX-2207` or `4.2.1`. */
export const findCodes = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(code), (match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length
  }))

/** The entries of "a, b and c"; none when the text is no list of short entries. */
export const findListEntries = (text: string): ReadonlyArray<string> => {
  const parts = text
    .replace(/[.!?]+$/, "")
    .split(/\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return parts.some((part) => part.split(/\s+/).length > 5) ? [] : parts
}
