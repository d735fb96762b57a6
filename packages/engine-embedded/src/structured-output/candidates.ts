// Values of each kind in a passage: dates, times, numbers with units, addresses, codes and names.
import { calendarStems } from "../text/calendar.ts"
import { type FoundDate, findDates } from "../text/dates.ts"
import { findClockTimes } from "../text/clockTimes.ts"
import type { Quantity } from "../text/quantities.ts"
import { numberRanges } from "../text/ranges.ts"
import { stem } from "../text/stem.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import type { Unit } from "../text/units.ts"
import type { FieldKind, FieldUnit, SchemaField } from "./field.ts"

/** A value in a text, with the words before and after it. */
export interface Candidate<A> {
  readonly value: A
  readonly before: ReadonlyArray<Token>
  readonly after: ReadonlyArray<Token>
}

/** Tokens, and characters, around a value in which words of its field count. */
const reach = 16
const reachCharacters = 120

const amid = <A>(value: A, tokens: ReadonlyArray<Token>, at: number, end: number): Candidate<A> => ({
  value,
  before: tokens.slice(Math.max(0, at - reach), at),
  after: tokens.slice(end, end + reach)
})

const matches = (pattern: RegExp, text: string, group = 0): ReadonlyArray<Candidate<string>> =>
  Array.from(text.matchAll(pattern), (match) => {
    const value = match[group] ?? ""
    const start = match.index + match[0].indexOf(value)
    const end = start + value.length
    return {
      value,
      before: tokenize(text.slice(Math.max(0, start - reachCharacters), start)),
      after: tokenize(text.slice(end, end + reachCharacters))
    }
  })

const twoDigits = (value: number): string => String(value).padStart(2, "0")

/** The day of a date that names one: a month, and a date that may be two, are none. */
const dayOf = ({ first, last, year }: FoundDate): string | undefined =>
  first === last && year ? new Date(first * 86_400_000).toISOString().slice(0, 10) : undefined

const clockOf = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`

const datesIn = (tokens: ReadonlyArray<Token>) =>
  findDates(tokens).flatMap((date) => {
    const value = dayOf(date)
    return value === undefined ? [] : [amid(value, tokens, date.at, date.end)]
  })

/** A date with the time of the same sentence. */
const dateTimesIn = (text: string, tokens: ReadonlyArray<Token>) => {
  const written = matches(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g, text)
  if (written.length > 0) return written
  const [time] = findClockTimes(tokens)
  if (time === undefined) return []
  return datesIn(tokens).map((date) => ({ ...date, value: `${date.value}T${clockOf(time.first)}:00` }))
}

const timesIn = (tokens: ReadonlyArray<Token>) =>
  findClockTimes(tokens).map((time) => amid(clockOf(time.first), tokens, time.at, time.end))

const patterns: ReadonlyMap<FieldKind, RegExp> = new Map([
  ["email", /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g],
  ["uri", /\bhttps?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g],
  ["uuid", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ["ipv4", /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g],
  ["phone", /(?<![\p{L}\p{N}-])(?:\+|\(?0)[\d()][\d ()/-]{5,20}\d(?![\p{L}\p{N}])/gu],
  ["iban", /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?\b/g],
  // One with a digit, a second part after a blank included: "LX-2207", "4711", "LH 456".
  [
    "id",
    /(?<![\p{L}\p{N}.,/#-])(?:[A-Z][A-Z-]{0,5} (?=\d))?(?=[\p{L}/.-]*\d)[\p{L}\p{N}]+(?:[-/.][\p{L}\p{N}]+)*(?![\p{L}\p{N}%€$]|[.,]\d)/gu
  ]
])

/** Kinds that are known by their form: the only such value of a text is likely the one that is asked for. */
export const isKnownByForm = (kind: FieldKind): boolean => kind !== "id" && patterns.has(kind)

/** The values of a kind with a form of its own; none of other kinds. */
export const formedValues = (
  kind: FieldKind,
  text: string,
  tokens: ReadonlyArray<Token>
): ReadonlyArray<Candidate<string>> => {
  if (kind === "date") return datesIn(tokens)
  if (kind === "time") return timesIn(tokens)
  if (kind === "date-time") return dateTimesIn(text, tokens)
  const pattern = patterns.get(kind)
  return pattern === undefined ? [] : matches(pattern, text)
}

const name = "\\p{Lu}[\\p{L}\\p{N}'’.-]*"
const particle = "(?:(?:of|the|de|van|von|der|la|le)\\s+)?"
/** The name of a person, place or thing, not at the start of a sentence. */
const namePattern = new RegExp(
  `(?<=[^.!?]\\s["“(]?)${name}(?:\\s+${particle}(?:${name}|\\d[\\p{L}\\p{N}]*)){0,4}`,
  "gu"
)
const quotedPattern = /["“`]([^"”`\n]{1,120})["”`]/g
const noName = /^(?:\p{Lu}{1,4}|I['’]\w+)$/u

/** Names and quoted texts. */
export const namesIn = (text: string): ReadonlyArray<Candidate<string>> => [
  ...matches(quotedPattern, text, 1),
  ...matches(namePattern, text).flatMap((each) => {
    const value = each.value.replace(/(?<!\b(?:Dr|Mr|Ms|Mrs|St))[.'’-]+$/, "")
    // What belongs to a thing is not the thing: "the author of Hamlet".
    return value === "" ||
      noName.test(value) ||
      calendarStems.has(stem(value.toLowerCase())) ||
      each.before.at(-1)?.text === "of"
      ? []
      : [{ ...each, value }]
  })
]

/** Rounds off floating-point errors, as of 0.1 + 0.2. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** A quantity in the unit of a field; undefined where it measures something else. */
const inUnit = ({ calendar, currency, unit, value }: Quantity, to: FieldUnit): number | undefined => {
  if (unit === "celsius" && to.unit === "fahrenheit") return rounded((value * 9) / 5 + 32)
  if (unit === "fahrenheit" && to.unit === "celsius") return rounded(((value - 32) * 5) / 9)
  if (unit !== to.unit || calendar !== to.calendar) return undefined
  // There are no exchange rates here.
  if (unit === "money") return currency === to.currency ? value : undefined
  return rounded(value / to.factor)
}

/** A number as a field asks for it. `isLabelled`: it stands behind the field's own label, so that it needs no unit. */
const asAsked = (
  quantity: Quantity,
  { kind, unit }: SchemaField,
  isLabelled: boolean
): number | undefined => {
  const { factor, unit: own, value } = quantity
  const isBare = own === "count"
  // "Half" alone is a share of something.
  if (own === "percent" && quantity.end === quantity.at + 1 && kind !== "percent") return undefined
  if (unit !== undefined) return isBare && isLabelled ? value : inUnit(quantity, unit)
  if (kind === "money") return own === "money" || (isBare && isLabelled) ? value : undefined
  if (kind === "percent") return own === "percent" || (isBare && isLabelled) ? value : undefined
  if (kind === "year")
    return isBare && Number.isInteger(value) && value >= 1000 && value < 3000 ? value : undefined
  return rounded(value / factor)
}

/** Fields whose value is a bound, as "over 12" and "up to 8 guests" state one. */
const ofBound =
  /\b(?:max|maximum|min|minimum|least|most|limit|capacity|threshold|under|over|above|below|until|age)\b/i

/** Fields that count things. */
const ofCount = /^number of |\bcount$/

/** A number of a text with what it measures. */
export interface MeasuredNumber extends Candidate<number> {
  readonly unit: Unit
}

/**
 * The numbers of a text as a field asks for them, without both ends of a range: "20–30 kg". A bound, as in "under 12", is
 * the value of a field that asks for one, or stands behind its label. What is counted stands behind its number: "stall 3"
 * is no number of stalls.
 */
export const numbersIn = (
  tokens: ReadonlyArray<Token>,
  field: SchemaField,
  isLabelled = false
): ReadonlyArray<MeasuredNumber> =>
  numberRanges(tokens).flatMap(({ high, low, quantity }) => {
    if (quantity === undefined) return []
    const isBound = !Number.isFinite(low) || !Number.isFinite(high)
    if (isBound && !isLabelled && !ofBound.test(field.description)) return []
    const before = tokens[quantity.at - 1]?.stem ?? ""
    if (ofCount.test(field.name) && field.own.some((stems) => stems.has(before))) return []
    const value = asAsked(quantity, field, isLabelled)
    return value === undefined
      ? []
      : [{ ...amid(value, tokens, quantity.at, quantity.end), unit: quantity.unit }]
  })

/** What fields without a unit measure, by their names: a text mostly has one weight, that of its subject. */
const measured: ReadonlyArray<readonly [name: RegExp, units: ReadonlyArray<Unit>]> = [
  [/\btemperature\b/, ["celsius", "fahrenheit"]],
  [/\bweight\b/, ["mass"]],
  [/\b(?:length|width|height|depth|distance|altitude)\b/, ["length"]],
  [/\bvolume\b/, ["volume"]],
  [/\bspeed\b/, ["speed"]]
]

/** Does a field ask for a number of a unit, by its own unit or by its name? */
export const measures = (field: SchemaField, unit: Unit): boolean =>
  field.unit !== undefined ||
  measured.some(([pattern, units]) => pattern.test(field.name) && units.includes(unit))
