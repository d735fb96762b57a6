// Values of each kind in a passage, with the words around them.
import type { Passage } from "../text/passages.ts"
import { findClockTimes } from "../text/clockTimes.ts"
import { findDates } from "../text/dates.ts"
import type { Quantity } from "../text/quantities.ts"
import { numberRanges } from "../text/ranges.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import type { Unit } from "../text/units.ts"
import { findForms, findNames, type FoundForm } from "../text/writtenForms.ts"
import type { FieldUnit, SchemaField } from "./field.ts"

/** A value in a text, with the words before and after it. */
export interface Candidate {
  readonly value: string | number
  readonly before: ReadonlyArray<Token>
  readonly after: ReadonlyArray<Token>
  /** Is it something else than the field asks for, even if it is the only such value of a text? */
  readonly isVague?: boolean
}

/** A text whose values are looked for. `isLabelled`: it stands behind the label of the field. */
export type CandidateText = Pick<Passage, "text" | "tokens"> & { readonly isLabelled: boolean }

/** Tokens, and characters, around a value in which words of its field count. */
const reach = 16
const reachCharacters = 120

const amid = (
  value: string | number,
  { at, end }: { readonly at: number; readonly end: number },
  tokens: ReadonlyArray<Token>
): Candidate => ({
  value,
  before: tokens.slice(Math.max(0, at - reach), at),
  after: tokens.slice(end, end + reach)
})

/** The days of dates that name one: a month, and a date that may be two, are none. */
const datesIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Candidate> =>
  findDates(tokens)
    .filter(({ first, last, year }) => first === last && year)
    .map((date) => amid(new Date(date.first * 86_400_000).toISOString().slice(0, 10), date, tokens))

const timesIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Candidate> =>
  findClockTimes(tokens).map((time) => {
    const parts = [Math.floor(time.first / 60) % 24, time.first % 60]
    return amid(parts.map((part) => String(part).padStart(2, "0")).join(":"), time, tokens)
  })

/** The texts of the kind of a field. */
export const textsIn = (
  { kind }: SchemaField,
  { isLabelled, text, tokens }: CandidateText
): ReadonlyArray<Candidate> => {
  const written = (found: ReadonlyArray<FoundForm>) =>
    found.map(({ end, start, value }) => ({
      value,
      before: tokenize(text.slice(Math.max(0, start - reachCharacters), start)),
      after: tokenize(text.slice(end, end + reachCharacters))
    }))
  const whole = [{ value: text, start: 0, end: text.length }]
  switch (kind) {
    case "date":
      return datesIn(tokens)
    case "time":
      return timesIn(tokens)
    case "date-time": {
      const found = findForms(kind, text)
      const [time] = timesIn(tokens)
      if (found.length > 0 || time === undefined) return written(found)
      return datesIn(tokens).map((date) => ({ ...date, value: `${date.value}T${time.value}:00` }))
    }
    case "email":
    case "uri":
    case "uuid":
    case "ipv4":
    case "phone":
    case "iban":
      return written(findForms(kind, text))
    case "id":
      // A code stands behind its label as it is written: "AB12 CDE".
      return written(isLabelled && text.split(/\s+/).length <= 2 ? whole : findForms("code", text))
    default:
      return written(isLabelled ? whole : [...findForms("quoted", text), ...findNames(text)])
  }
}

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

/** A number as a field asks for it. Behind the field's own label it needs no unit. */
const asAsked = (quantity: Quantity, field: SchemaField, isLabelled: boolean): number | undefined => {
  const { factor, unit: own, value } = quantity
  const { kind, unit } = field
  // "Half" alone is a share of something.
  if (own === "percent" && quantity.end === quantity.at + 1 && kind !== "percent") return undefined
  if (own === "count" && isLabelled && (unit !== undefined || kind === "money" || kind === "percent"))
    return value
  if (unit !== undefined) return inUnit(quantity, unit)
  if (kind === "money" || kind === "percent") return own === kind ? value : undefined
  if (kind === "year")
    return own === "count" && Number.isInteger(value) && value >= 1000 && value < 3000 ? value : undefined
  return rounded(value / factor)
}

/** Fields whose value is a bound, as "over 12" and "up to 8 guests" state one. */
const ofBound =
  /\b(?:max|maximum|min|minimum|least|most|limit|capacity|threshold|under|over|above|below|until|age)\b/i

/** Fields that count things. */
const ofCount = /^number of |\bcount$/

/** What fields without a unit measure, by their names: a text mostly has one weight, that of its subject. */
const measured: ReadonlyArray<readonly [name: RegExp, units: ReadonlyArray<Unit>]> = [
  [/\btemperature\b/, ["celsius", "fahrenheit"]],
  [/\bweight\b/, ["mass"]],
  [/\b(?:length|width|height|depth|distance|altitude)\b/, ["length"]],
  [/\bvolume\b/, ["volume"]],
  [/\bspeed\b/, ["speed"]]
]

/**
 * The numbers of a text as a field asks for them, without both ends of a range: "20–30 kg". A bound, as in "under 12", is
 * the value of a field that asks for one, or stands behind its label. What is counted stands behind its number: "stall 3"
 * is no number of stalls.
 */
export const numbersIn = (
  field: SchemaField,
  { isLabelled, tokens }: Pick<CandidateText, "isLabelled" | "tokens">
): ReadonlyArray<Candidate> =>
  numberRanges(tokens).flatMap(({ high, low, quantity }) => {
    if (quantity === undefined) return []
    const isBound = !Number.isFinite(low) || !Number.isFinite(high)
    if (isBound && !isLabelled && !ofBound.test(field.description)) return []
    const before = tokens[quantity.at - 1]?.stem ?? ""
    if (ofCount.test(field.name) && field.own.some((stems) => stems.has(before))) return []
    const isVague =
      field.unit === undefined &&
      !measured.some(([pattern, units]) => pattern.test(field.name) && units.includes(quantity.unit))
    const value = asAsked(quantity, field, isLabelled)
    return value === undefined ? [] : [{ ...amid(value, quantity, tokens), isVague }]
  })
