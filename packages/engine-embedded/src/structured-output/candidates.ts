// Values of each kind in a passage, with the words around them: numbers, dates, and what is known by the way it is written.
import { calendarStems } from "../text/calendar.ts"
import type { Passage } from "../text/passages.ts"
import { findClockTimes } from "../text/clockTimes.ts"
import { isOldValue } from "../text/comparisonPhrases.ts"
import { findDates } from "../text/dates.ts"
import type { Quantity } from "../text/quantities.ts"
import { numberRanges } from "../text/ranges.ts"
import { stem } from "../text/stem.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import type { FieldKind, SchemaField } from "./field.ts"

/** A value in a text, with the words before and after it. */
export interface Candidate {
  readonly value: string | number
  readonly before: ReadonlyArray<Token>
  readonly after: ReadonlyArray<Token>
}

/** A text whose values are looked for. `isLabelled`: it stands behind the label of the field. */
export type CandidateText = Pick<Passage, "text" | "tokens"> & { readonly isLabelled: boolean }

/** Patterns of the kinds of values that are known by the way they are written. */
const forms: { readonly [Kind in FieldKind]?: RegExp } = {
  email: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g,
  uri: /\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g,
  uuid: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  ipv4: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g,
  phone: /(?<![\p{L}\p{N}-])(?:\+|\(?0)[\d()][\d ()/-]{5,20}\d(?![\p{L}\p{N}])/gu,
  iban: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g,
  "date-time": /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g,
  // One with a digit, a second part after a blank included: "LX-2207", "4711", "LH 456".
  id: /(?<![\p{L}\p{N}.,/#-])(?:[A-Z][A-Z-]{0,5} (?=\d))?(?=[\p{L}/.-]*\d)[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?![\p{L}\p{N}%€$]|[.,]\d)/gu
}
const quoted = /(?<=(?:^|[\s([:—–-])["“`])[^"”`\n]{1,120}(?=["”`])/g

/** What a pattern matches in a text, in order, and where it begins. */
const matchesOf = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ({ 0: value, index: start }) => ({ value, start }))

const nameWord = "\\p{Lu}[\\p{L}\\p{N}'’.-]*"
const particle = "(?:(?:of|the|de|van|von|der|la|le)\\s+)?"
const namePattern = new RegExp(
  `(?<=[^.!?]\\s["“(]?)${nameWord}(?:\\s+${particle}(?:${nameWord}|\\d[\\p{L}\\p{N}]*)){0,4}`,
  "gu"
)
const noName = /^(?:\p{Lu}{1,4}|I['’]\w+)?$/u
const endOfName = /(?<!\b(?:Dr|Mr|Ms|Mrs|St))[.'’-]+$/

/**
 * The names of persons, places and things in a text, but for those at the start of a sentence, and what something belongs
 * to: "the author of Hamlet".
 */
const findNames = (text: string) =>
  matchesOf(text, namePattern)
    .map((found) => ({ ...found, value: found.value.replace(endOfName, "") }))
    .filter(
      ({ start, value }) =>
        !noName.test(value) &&
        !calendarStems.has(stem(value.toLowerCase())) &&
        !/\bof\s["“(]?$/i.test(text.slice(0, start))
    )

const amid = (
  value: string | number,
  { at, end }: { readonly at: number; readonly end: number },
  tokens: ReadonlyArray<Token>
): Candidate => ({ value, before: tokens.slice(0, at), after: tokens.slice(end) })

/** Fields that ask for the end of an interval: "from 9 to 17:00". */
const ofEnd = /\b(?:end|ends|until|till|to|close|closes|closing|finish|finishes|last)\b/

/** The days of dates that name one or a period: a month, and a date that may be two, are none. The last first for an end. */
const datesIn = (field: SchemaField, tokens: ReadonlyArray<Token>): ReadonlyArray<Candidate> => {
  const isOfEnd = ofEnd.test(field.name)
  const dates = findDates(tokens)
    .filter(
      ({ at, first, isPeriod, last, year }) => (first === last || isPeriod) && year && !isOldValue(tokens, at)
    )
    .map((date) => {
      const day = (isOfEnd ? date.last : date.first) * 86_400_000
      return amid(new Date(day).toISOString().slice(0, 10), date, tokens)
    })
  return isOfEnd ? dates.toReversed() : dates
}

const timesIn = (field: SchemaField, tokens: ReadonlyArray<Token>): ReadonlyArray<Candidate> =>
  findClockTimes(tokens).map((time) => {
    const minutes = ofEnd.test(field.name) ? time.last : time.first
    return amid(new Date(minutes * 60_000).toISOString().slice(11, 16), time, tokens)
  })

/** What a sentence says that something is: "red" of "The colour is red." */
const stated =
  /(?<=\b(?:is|are|was|were|called|ist|heißt)\s(?:(?:the|an?)\s)?)(?!(?:the|an?|called)\s)[^,;.!?()]{1,60}?(?=[,;.!?)]|\s(?:and|but|who|which|that|when|because|if|since|for|in|on|at|to|from|by|with)\s|$)/giu

/** The texts of the kind of a field. What is behind its label is one by its form, else as it is written. */
export const textsIn = (
  field: SchemaField,
  { isLabelled, text, tokens }: CandidateText
): ReadonlyArray<Candidate> => {
  const { kind } = field
  if (kind === "date") return datesIn(field, tokens)
  if (kind === "time") return timesIn(field, tokens)
  const form = forms[kind]
  // A code behind its label may have a blank: "AB12 CDE".
  const isWhole = isLabelled && (form === undefined || (kind === "id" && text.split(/\s+/).length <= 2))
  const named = () => [...matchesOf(text, quoted), ...findNames(text), ...matchesOf(text, stated)]
  const found = isWhole ? [{ value: text, start: 0 }] : form === undefined ? named() : matchesOf(text, form)
  if (kind === "date-time" && found.length === 0) {
    const [time] = timesIn(field, tokens)
    const dates = time === undefined ? [] : datesIn(field, tokens)
    return dates.map((date) => ({ ...date, value: `${date.value}T${time?.value}:00` }))
  }
  return found.map(({ start, value }) => ({
    value,
    before: tokenize(text.slice(0, start)),
    after: tokenize(text.slice(start + value.length))
  }))
}

/** Rounds off floating-point errors, as of 0.1 + 0.2. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** A number as a field asks for it. Behind the field's own label it needs no unit. */
const asAsked = (quantity: Quantity, field: SchemaField, isLabelled: boolean): number | undefined => {
  const { currency, factor, unit: own, value } = quantity
  const { kind, unit } = field
  // "Half" alone is a share of something.
  if (own === "percent" && quantity.end === quantity.at + 1 && kind !== "percent") return undefined
  if (own === "count" && isLabelled && (unit !== undefined || kind === "money" || kind === "percent"))
    return value
  if (unit !== undefined) {
    // There are no exchange rates here, and the days of a month or a year vary.
    const isSame = own === unit.unit && currency === unit.currency
    if (own === "time" && factor >= 28 !== unit.factor >= 28) return undefined
    return isSame ? rounded(value / unit.factor) : undefined
  }
  if (kind === "money" || kind === "percent") return own === kind ? value : undefined
  if (kind === "year")
    return own === "count" && Number.isInteger(value) && value >= 1000 && value < 3000 ? value : undefined
  return rounded(value / factor)
}

/** Fields whose value is a bound, as "over 12" and "up to 8 guests" state one. */
const ofBound =
  /\b(?:max|maximum|min|minimum|least|most|limit|capacity|threshold|under|over|above|below|until|age)\b/i

/**
 * The numbers of a text as a field asks for them, without both ends of a range: "20–30 kg". A bound, as in "under 12", is
 * the value of a field that asks for one, or stands behind its label. What is counted stands behind its number: "stall 3"
 * is no number of stalls.
 */
export const numbersIn = (
  field: SchemaField,
  { isLabelled, tokens }: CandidateText
): ReadonlyArray<Candidate> => {
  // The 3 of "3 May" is a number of nothing.
  const dates = field.kind === "year" ? [] : findDates(tokens)
  return numberRanges(tokens).flatMap(({ high, low, quantity }) => {
    if (quantity === undefined) return []
    if (dates.some(({ at, end }) => quantity.at < end && quantity.end > at)) return []
    const isBound = !Number.isFinite(low) || !Number.isFinite(high)
    if (isBound && !isLabelled && !ofBound.test(field.description)) return []
    const before = tokens[quantity.at - 1]?.stem ?? ""
    if (/^number of |\bcount$/.test(field.name) && field.own.includes(before)) return []
    const value = asAsked(quantity, field, isLabelled)
    return value === undefined ? [] : [amid(value, quantity, tokens)]
  })
}
