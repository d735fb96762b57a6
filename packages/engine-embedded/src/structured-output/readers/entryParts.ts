// Splits a list entry into name, number and unit: "250 g flour" is flour, 250, g; "eggs (2)" is eggs, 2.
import { findNumbers, type NumberSpan } from "./numbers.ts"

/** The parts of a list entry. An entry without a number has a name only. */
export interface EntryParts {
  /** What is listed: "flour" of "250 g flour". */
  readonly name: string
  /** The quantity as it is written: "250 g". */
  readonly quantity?: string
  /** The number in `quantity`: 250. */
  readonly number?: number
  /** The unit as it is written: "g". */
  readonly unit?: string
  /** Has the number a unit, as in "250 g"? */
  readonly isMeasured: boolean
}

/** Where the name in an entry ends: at a preposition, a bracket or punctuation. */
const nameEnd =
  /\s+(?:to|for|at|from|with|by|on|in|per|für|nach|para|pour)\s|\s*[(:,;=]|\s+[–—-]\s|[.!?](?:\s|$)/i

/** Cuts an entry after its name: "2 pizzas to Main St." becomes "2 pizzas". */
export const cutAfterName = (text: string): string => text.slice(0, nameEnd.exec(text)?.index).trim()

const article = /^\s*(?:x\s+|×\s*|of\s+|de\s+|von\s+)?(?:(?:an?|the|some|ein|eine|un|una|une)\s+)?/i

const nameOf = (text: string): string => cutAfterName(text.replace(article, "")).replace(/[.,;:]+$/, "")

const unitOf = (written: string): string => written.replace(/^[\d.,\s½¼¾-]+/, "").trim()

const isCount = ({ unit }: NumberSpan): boolean => unit === "none" || unit === "measure"

/** The parts of an entry with a number. */
const withQuantity = (name: string, text: string, number: NumberSpan): EntryParts => {
  const quantity = text.slice(number.start, number.end).trim()
  const isMeasured = number.unit === "measure"
  return {
    name,
    quantity,
    number: number.value,
    isMeasured,
    ...(isMeasured ? { unit: unitOf(quantity) } : {})
  }
}

/** Splits an entry into its name, number and unit. */
export const splitEntry = (text: string): EntryParts => {
  const first = findNumbers(text).find(isCount)
  if (first === undefined) return { name: nameOf(text), isMeasured: false }
  // "250 g flour"
  if (text.slice(0, first.start).trim() === "")
    return withQuantity(nameOf(text.slice(first.end)), text, first)
  const name = nameOf(text)
  // "eggs (2)", "eggs x 2", "eggs: 2"
  const isAfterName = /^\s*(?:[(:=–—-]|x|×)\s*$/i.test(text.slice(name.length, first.start))
  return isAfterName ? withQuantity(name, text, first) : { name, isMeasured: false }
}
