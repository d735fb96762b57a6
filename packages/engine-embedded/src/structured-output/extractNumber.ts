// Extracts the number of a field: chooses among the numbers in the passages.
import { tokenize } from "../text/tokenize.ts"
import { type FieldWords, closeness, fieldWords, hasWords, speaksOf } from "./fieldEvidence.ts"
import { type FieldKind, kindOf } from "./fieldKind.ts"
import { best, type Candidate, type FieldQuery, labelled } from "./fieldValues.ts"
import type { SchemaField } from "./field.ts"
import { findNumbers, type NumberSpan } from "./readers/numbers.ts"
import { convert, dimensionOf, isPlainQuantity } from "./readers/units.ts"
import { makeValidator } from "./validate.ts"

/** Kinds of numbers that their unit alone identifies: "12 EUR" is the price, unless there is another. */
const speaksForItself: ReadonlySet<FieldKind> = new Set(["money", "percent", "age", "year"])

/** Does a field count things: `seats`, `number of rooms`? */
const countsThings = ({ details, name }: SchemaField, kind: FieldKind, type: string): boolean =>
  kind === "count" ||
  /^(?:the )?(?:number|count) of |^how many /i.test(details) ||
  (type === "integer" && kind === "other" && /[^s]s$/.test(name.split(" ").at(-1) ?? ""))

/** A number converted to the unit of a field; `undefined` when it measures something else. */
const inUnit = (span: NumberSpan, field: SchemaField, kind: FieldKind, type: string): number | undefined => {
  const { measure, unit, value } = span
  if (field.unit !== undefined) return measure === undefined ? undefined : convert(value, measure, field.unit)
  if (kind === "money") return unit === "money" ? value * (measure?.factor ?? 1) : undefined
  if (kind === "percent") return unit === "percent" ? value : undefined
  if (kind === "age") return unit === "years old" ? value : undefined
  if (kind === "year")
    return Number.isInteger(value) && value >= 1000 && value <= 2999 && unit === "none" ? value : undefined
  if (unit === "none") return value
  if (kind !== "other" || unit === "years old" || countsThings(field, kind, type)) return undefined
  const dimension = dimensionOf(field.name)
  if (unit === "measure" && dimension !== undefined && measure?.dimension !== dimension) return undefined
  return unit !== "measure" && dimension !== undefined ? undefined : value
}

/** The number after a label, in the unit of the field. A bare number has that unit: "Duration (min): 90". */
const labelledNumber = (value: string, field: SchemaField, kind: FieldKind, type: string) => {
  const [first] = findNumbers(value)
  if (first === undefined || first.start > 4) return undefined
  if (first.unit !== "none") return inUnit(first, field, kind, type)
  const isBare = /^\W*$/.test(value.slice(first.end))
  if (kind === "money" || kind === "percent" || kind === "age") return first.value
  return field.unit === undefined || isBare ? first.value : undefined
}

/** Least closeness of a number to the words of its field. */
const minCloseness = 0.4

/** Does a number count what the field names: "6 people" for "number of people"? */
const countsOwn = ({ described, own }: FieldWords, text: string, end: number): boolean => {
  const next = tokenize(text.slice(end, end + 40)).slice(0, 2)
  return [...own, ...described].some((any) => next.some(({ stem }) => any.has(stem)))
}

/** Does a number count something else than the field names: "5 rooms" for `ropes`? */
const countsOther = (words: FieldWords, text: string, end: number): boolean =>
  /^\s\p{Ll}+[^s\P{L}]s(?!\p{L})/u.test(text.slice(end)) && !countsOwn(words, text, end)

/** 1 when a number is next to the whole name of its field, "total" in "Total 68.90 EUR"; else 0. */
const nearName = ({ field, lexicon }: FieldQuery, text: string, { end, start }: NumberSpan): number => {
  const whole = fieldWords(lexicon, field, "other")
  return closeness({ own: whole.own, described: [] }, text, start, end) >= 0.6 ? 1 : 0
}

/** The number of a field; `undefined` when the passages have none. */
export const extractNumber = (type: "number" | "integer", query: FieldQuery): number | undefined => {
  const { field, lexicon, node, scope } = query
  const kind = kindOf(field, node, type)
  const isValid = makeValidator({ ...node, type })
  const valid = (value: number | undefined, score: number): ReadonlyArray<Candidate<number>> =>
    value !== undefined && isValid(value) ? [{ value, score }] : []
  const chosen = best(
    labelled(query, kind, type).flatMap(({ score, value }) =>
      valid(labelledNumber(value, field, kind, type), score)
    )
  )
  if (chosen !== undefined) return chosen
  const words = fieldWords(lexicon, field, kind)
  const isOwn = hasWords(words)
  const mayStandAlone =
    speaksForItself.has(kind) || (field.unit !== undefined && field.unit.dimension === "money")
  const found = scope.passages.flatMap((passage) => {
    const { text } = passage
    const speaks = !isOwn || speaksOf(words, passage)
    return findNumbers(text).flatMap((span): ReadonlyArray<Candidate<number>> => {
      const value = inUnit(span, field, kind, type)
      const counts = countsOwn(words, text, span.end)
      // "One" and ordinals are numbers only before what they count.
      if ((span.ordinal === true || (span.word && span.value === 1)) && !counts) return []
      if (!speaks) return counts && countsThings(field, kind, type) ? valid(value, 0.5) : []
      if (!isOwn) return mayStandAlone ? valid(value, 1 + nearName(query, text, span)) : []
      if (countsThings(field, kind, type) && countsOther(words, text, span.end)) return []
      const score = closeness(words, text, span.start, span.end)
      return score >= minCloseness || mayStandAlone ? valid(value, score) : []
    })
  })
  const value = best(found)
  if (value !== undefined || found.length > 0 || field.unit === undefined || !isPlainQuantity(field.name))
    return value
  // A text has mostly one weight or duration, that of its subject.
  return best(
    scope.passages.flatMap(({ text }) =>
      findNumbers(text).flatMap((span) => valid(inUnit(span, field, kind, type), 1))
    )
  )
}

/** The numbers of a list: one per entry; without entries those of the first sentence that is about the field. */
export const extractNumbers = (
  type: "number" | "integer",
  { field, lexicon, node, scope }: FieldQuery,
  entries: ReadonlyArray<string> | undefined
): ReadonlyArray<number> | undefined => {
  const kind = kindOf(field, node, type)
  const isValid = makeValidator({ ...node, type })
  const read = (text: string) =>
    findNumbers(text)
      .flatMap((span) => inUnit(span, field, kind, type) ?? [])
      .filter((value) => isValid(value))
  if (entries !== undefined) {
    const numbers = entries.map(read)
    return numbers.every(({ length }) => length === 1) ? numbers.flat() : undefined
  }
  const words = fieldWords(lexicon, field, kind)
  if (!hasWords(words)) return undefined
  return scope.passages
    .filter((passage) => speaksOf(words, passage))
    .map(({ text }) => read(text))
    .find(({ length }) => length > 0)
}
