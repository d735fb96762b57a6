// Finds values in a sentence: numbers, dates, URLs, names, and what follows a field's name.
import type { Passage } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"

/** A value, and how close it is to the words of the field: higher is closer. */
export interface Span<A> {
  readonly value: A
  readonly proximity: number
}

const multiples: { readonly [word: string]: number } = {
  k: 1e3,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  hundred: 100,
  dozen: 12
}

const numberWords: { readonly [word: string]: number } = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, value) => [word, value])
)

/** How close a position is to one of some stems, 0 to 1; positions after the stem are closer. */
const proximityTo = (text: string, at: number, stems: ReadonlySet<string>): number => {
  if (stems.size === 0) return 0
  const distance = (words: ReadonlyArray<{ readonly stem: string }>): number => {
    const place = words.findIndex(({ stem }) => stems.has(stem))
    return place < 0 ? Infinity : place
  }
  const before = distance(tokenize(text.slice(Math.max(0, at - 160), at)).toReversed())
  const after = distance(tokenize(text.slice(at, at + 120)))
  return Math.max(1 / (1 + before / 3), 0.9 / (1 + after / 3), 0)
}

/** Numbers in a text, number words included; parts of dates, times and versions are left out. */
export const findNumbers = (text: string, stems: ReadonlySet<string>): ReadonlyArray<Span<number>> => {
  const found: Array<Span<number>> = []
  const pattern =
    /(?<![\p{L}\p{N}_.:/#-])(-|−)?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{N}_:/]|[.-]\d|-\d)(?:\s?(k|thousand|million|billion|hundred|dozen)\b)?/giu
  for (const match of text.matchAll(pattern)) {
    const [, sign, digits = "", word] = match
    const factor = word === undefined ? 1 : (multiples[word.toLowerCase()] ?? 1)
    const value = Number(digits.replaceAll(",", "")) * factor * (sign === undefined ? 1 : -1)
    if (Number.isFinite(value)) found.push({ value, proximity: proximityTo(text, match.index, stems) })
  }
  for (const match of text.matchAll(/\b[a-z]+\b/gi)) {
    const word = match[0].toLowerCase()
    const value = Object.hasOwn(numberWords, word) ? numberWords[word] : undefined
    // "One" is rarely a number.
    if (value !== undefined && word !== "one")
      found.push({ value, proximity: 0.9 * proximityTo(text, match.index, stems) })
  }
  return found
}

const formatPatterns: { readonly [format: string]: RegExp } = {
  "date-time": /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g,
  date: /\b\d{4}-\d\d-\d\d\b/g,
  time: /\b\d\d:\d\d(?::\d\d)?\b/g,
  email: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g,
  uri: /\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:]/g,
  uuid: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  ipv4: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const writtenDate =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/gi

/** Dates as `YYYY-MM-DD`, with their position, also those with the name of the month. */
const findDates = (text: string): ReadonlyArray<readonly [string, number]> => {
  const plain = Array.from(text.matchAll(/\b\d{4}-\d\d-\d\d\b/g), (match) => [match[0], match.index] as const)
  const words = Array.from(text.matchAll(writtenDate)).flatMap((match) => {
    const [, before, month = "", after, year = ""] = match
    const day = before ?? after
    const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
    return day === undefined
      ? []
      : [[`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`, match.index] as const]
  })
  return [...plain, ...words]
}

/** Values of a format such as `date`, `email` or `uri`; `undefined` for an unknown format. */
export const findFormatted = (
  format: string,
  text: string,
  stems: ReadonlySet<string>
): ReadonlyArray<Span<string>> | undefined => {
  const name = format === "url" || format === "iri" ? "uri" : format
  const shape = Object.hasOwn(formatPatterns, name) ? formatPatterns[name] : undefined
  if (shape === undefined) return undefined
  const found =
    name === "date"
      ? findDates(text)
      : Array.from(text.matchAll(shape), (match) => [match[0], match.index] as const)
  return found.map(([value, at]) => ({ value, proximity: proximityTo(text, at, stems) }))
}

const capitalised =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|de|van|von|and)\s+)?\p{Lu}[\p{L}\p{N}'’-]*){0,5}/gu
const quoted = /["“`]([^"”`\n]{1,120})["”`]/g
const afterPreposition =
  /\b(?:in|to|from|at|for|about|named|called|with)\s+((?:the\s+)?[\p{L}\p{N}][\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*){0,3})/giu
const commonFirstWord =
  /^(?:the|a|an|this|that|these|it|its|in|on|at|if|when|what|which|who|how|why|where|is|are|do|does|can|please|and|but|for|to|of|with|i|you|we|they|there|here|all|each|every|no|not|yes|tell|show|give|list)$/i

/** What follows one of the field's words and "is", ":" or "=". */
const afterOwnWords = (text: string, stems: ReadonlySet<string>): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(
      /([\p{L}\p{N}_-]+)\s*(?:\bis\b|\bare\b|\bwas\b|\bwere\b|\bnamed\b|\bcalled\b|:|=)\s*([^,;.!?\n]{1,80})/giu
    )
  ).flatMap(([, word = "", rest = ""]) =>
    tokenize(word).some(({ stem }) => stems.has(stem)) ? [rest.trim()] : []
  )

/** Short values such as names and titles, likeliest first. */
export const findNames = (text: string, stems: ReadonlySet<string>): ReadonlyArray<Span<string>> => {
  const found: Array<Span<string>> = []
  const offer = (value: string, bonus: number, at: number): void => {
    const clean = value.replace(/^(?:the|a|an)\s+/i, "").replace(/[\s.,;:'’]+$/, "")
    if (clean === "" || commonFirstWord.test(clean)) return
    if (tokenize(clean).every(({ content, kind, stem }) => (!content && kind === "word") || stems.has(stem)))
      return
    found.push({ value: clean, proximity: bonus + proximityTo(text, at, stems) })
  }
  for (const rest of afterOwnWords(text, stems)) {
    const words = rest.split(/\s+/)
    offer(words.length <= 6 ? rest : words.slice(0, 6).join(" "), 1.2, text.indexOf(rest))
  }
  for (const match of text.matchAll(quoted)) offer(match[1] ?? "", 0.5, match.index)
  for (const match of text.matchAll(capitalised)) {
    // The first word of a sentence is capital whatever it is.
    const [first = "", ...others] = match[0].split(/\s+/)
    const starts = match.index === 0
    if (starts && others.length === 0 && tokenize(first).some(({ content }) => !content)) continue
    offer(
      commonFirstWord.test(first) ? others.join(" ") : match[0],
      starts && others.length === 0 ? 0.1 : 0.4,
      match.index
    )
  }
  for (const match of text.matchAll(afterPreposition)) offer(match[1] ?? "", 0.2, match.index)
  return found.toSorted((a, b) => b.proximity - a.proximity)
}

/** The entries of "a, b and c", or of what follows a colon; none when the sentence is no list. */
export const findListEntries = ({ text }: Passage): ReadonlyArray<string> => {
  const after = text.includes(":") ? text.slice(text.indexOf(":") + 1) : text
  const body = after.replace(/[.!?]+$/, "")
  const parts = body.split(/\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/).map((part) => part.trim())
  if (parts.length < 3) return []
  // The rest of the sentence precedes the first entry: only its last word belongs to the list.
  const [first = "", ...rest] = parts
  const short = rest.map((part) => part.split(/\s+/).slice(0, 5).join(" "))
  if (rest.some((part) => part.split(/\s+/).length > 6)) return []
  const head = text.includes(":") ? first : first.split(/\s+/).slice(-1).join(" ")
  return [head, ...short].filter((part) => part !== "")
}
