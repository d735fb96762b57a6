// Reads the value of a field with one value: after its label, else the one nearest to the words of the field.
import { type SchemaNode, stringKeyword } from "@leadline/core/internal"
import { calendarStems } from "../text/calendar.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import { type Candidate, type CandidateText, numbersIn, textsIn } from "./candidates.ts"
import { isNamedBy, type SchemaField } from "./field.ts"
import { passagesAbout, type Source } from "./sources.ts"
import { type Passage, statements } from "../text/passages.ts"

/** A field that is looked for. `isValid` is the check of its schema. */
interface FieldQuery {
  readonly field: SchemaField
  readonly node: SchemaNode
  readonly isNumber: boolean
  readonly isValid: (value: string | number) => boolean
}

/** The texts after labels that name the field. */
export const labelledTexts = (field: SchemaField, { labels }: Source): ReadonlyArray<string> =>
  labels
    // "Order 7001: 3 chairs" has the id in the label.
    .filter(({ label }) => isNamedBy(label, field) && !(field.kind === "id" && /\d/.test(label)))
    .flatMap(({ value }) => value || [])

/** Do the texts name a field, by a label or by its words? */
export const isNamedIn = (field: SchemaField, sources: ReadonlyArray<Source>): boolean =>
  sources.some(
    (source) =>
      labelledTexts(field, source).length > 0 ||
      (field.own.length > 0 && passagesAbout(field, source).length > 0)
  )

/** A value as the schema takes it: without blanks, or one of its words, where a pattern allows no more. */
const accepted = (value: string | number, { isValid, node }: FieldQuery): string | number | undefined => {
  if (isValid(value)) return value
  if (typeof value === "number" || stringKeyword(node, "pattern") === undefined) return undefined
  return [value.replaceAll(/[\s-]/g, ""), ...value.split(/\s+/, 50)].find((word) => isValid(word))
}

const acceptedIn = (query: FieldQuery, text: CandidateText): ReadonlyArray<Candidate> => {
  const { field, isNumber } = query
  return (isNumber ? numbersIn(field, text) : textsIn(field, text)).flatMap((candidate) => {
    const value = accepted(candidate.value, query)
    return value === undefined ? [] : [{ ...candidate, value }]
  })
}

/** The value in one of the texts that hold it alone: those behind the label of a field, or an entry of its list. */
export const readTold = (query: FieldQuery, texts: ReadonlyArray<string>): string | number | undefined => {
  const { field, isNumber, node } = query
  for (const text of texts) {
    const [first] = acceptedIn(query, { text, tokens: tokenize(text), isLabelled: true })
    if (first !== undefined && !(isNumber && first.before.length > 2)) return first.value
  }
  // "Day: Monday" is no date, but what was asked for.
  const isWritten = (field.kind === "date" || field.kind === "time") && !isNumber
  if (!isWritten || stringKeyword(node, "format") !== undefined) return undefined
  return texts[0] === undefined ? undefined : accepted(texts[0], query)
}

/** The values of the kind of a field in passages. */
const candidatesIn = (query: FieldQuery, passages: ReadonlyArray<Passage>): ReadonlyArray<Candidate> =>
  passages.flatMap((passage) => acceptedIn(query, { ...passage, isLabelled: false }))

/** How close a value is to a word of its field, 0 to 1. A word before it counts more. */
const closeness = ({ after, before }: Candidate, { described, own }: SchemaField): number => {
  const stems = new Set(own.length > 0 ? own : described)
  const nearness = (all: ReadonlyArray<Token>): number => {
    // "Ends on Friday 27 November" is as near as without the name of the day; behind an "and" is another value.
    const tokens = all.filter(({ stem }) => !calendarStems.has(stem) || stems.has(stem))
    const and = tokens.findIndex(({ text }) => /^(?:and|und|et|y)$/.test(text))
    const distance = (and < 0 ? tokens : tokens.slice(0, and)).findIndex(({ stem }) => stems.has(stem))
    return distance < 0 ? 0 : 1 / (1 + distance / 3)
  }
  return Math.max(nearness(before.toReversed()), 0.9 * nearness(after))
}

/** The value nearest to the words of the field, in a sentence about it; the first text where the field has no words. */
const nearest = (query: FieldQuery, source: Source): string | number | undefined => {
  const { field, isNumber } = query
  const isNear = field.own.length + field.described.length > 0 && source.entry === undefined
  // Of several amounts none is meant.
  if (isNumber && field.kind === "money" && !isNear && source.entry === undefined) return undefined
  // Few other things are written as an address or a date is.
  const least = isNumber ? 0.4 : field.kind === "name" ? 0.74 : field.kind === "id" ? 0.5 : 0
  return candidatesIn(query, passagesAbout(field, source))
    .map((candidate) => ({ value: candidate.value, score: isNear ? closeness(candidate, field) : 1 }))
    .filter(({ score }) => score >= least)
    .toSorted((left, right) => right.score - left.score)[0]?.value
}

/** The only value of its kind in the texts that were asked about, that of their subject. A number is one by its unit, or an amount. */
const only = (query: FieldQuery, { answering }: Source): string | number | undefined => {
  const { isNumber, field } = query
  const isAmount = field.kind === "money" && field.own.length + field.described.length === 0
  if (isNumber && field.unit === undefined && !isAmount) return undefined
  const [first, ...others] = candidatesIn(query, answering)
  return others.every(({ value }) => value === first?.value) ? first?.value : undefined
}

/** Up to three sentences, of 600 characters, about the field; the first ones for a field about the text as a whole. */
const readProse = ({ field, isValid }: FieldQuery, source: Source): string | undefined => {
  const told = statements(field.own.length === 0 ? source.answering : passagesAbout(field, source))
  return [3, 2, 1]
    .map((count) => told.slice(0, count).join(" "))
    .find((text) => text !== "" && text.length <= 600 && isValid(text))
}

/** An amount before what an entry of a list is about, and the price behind it: "3" and "at $40 each" of "3 chairs at $40 each". */
const besides = /^\s*\d[\d.,]*\s*(?:x\s+)?|[\s,;:–-]+(?:(?:at|for|je|à)\s+)?[$€£]?\s?\d.*$/gsu

/** Fields that ask for a place, and the words before it. */
const places = [
  [/\b(?:origin|from)\b/, /^(?:from|aus|von)$/],
  [/\b(?:destination|to)\b/, /^(?:to|nach)$/],
  [/\b(?:city|town|place|location|country|stadt|ort)\b/, /^(?:in|to|from|at|near|nach|aus)$/]
] as const

/** The first name that stands where places do: "the weather in Paris". */
const readPlace = (query: FieldQuery, { answering }: Source): string | number | undefined => {
  const [, before] = places.find(([names]) => names.test(query.field.name)) ?? []
  return (
    before && candidatesIn(query, answering).find((one) => before.test(one.before.at(-1)?.text ?? ""))?.value
  )
}

/** The text or the number of a field; undefined when the source has none. */
export const readValue = (query: FieldQuery, source: Source): string | number | undefined => {
  const { field, isNumber } = query
  const { entry, question, rowName, url } = source
  const kind = isNumber ? "number" : field.kind
  const labelled = labelledTexts(field, source)
  if (kind === "query" && question !== undefined) return accepted(question, query)
  if (kind === "uri" && url !== undefined && labelled.length === 0) return accepted(url, query)
  // Names and codes may be those of anything.
  const isOfAnything = kind === "name" || kind === "id"
  const told = readTold(query, labelled)
  if (told !== undefined) return told
  if (kind === "name" && rowName !== undefined && /\b(?:name|title)\b/.test(field.name))
    return accepted(rowName, query)
  if (kind === "prose") return readProse(query, source)
  if (kind === "name" && entry !== undefined) return accepted(entry.replaceAll(besides, ""), query)
  const near = (kind === "name" ? readPlace(query, source) : undefined) ?? nearest(query, source)
  return near ?? (entry !== undefined || isOfAnything ? undefined : only(query, source))
}
