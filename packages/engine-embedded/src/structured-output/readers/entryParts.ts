// Reads an entry of a list: "250 g flour" is 250 g of flour, "eggs (2)" are two eggs, "milk" is milk.
import { findNumbers, type NumberSpan } from "./numbers.ts"

/** An entry of a list. Without a number there is no quantity. */
export interface EntryParts {
  /** What it is, without its quantity and what follows. */
  readonly name: string
  /** The quantity as it is written: "250 g". */
  readonly quantity?: string
  readonly number?: number
  /** The unit as it is written: "g". */
  readonly unit?: string
  readonly isMeasured: boolean
}

/** Where the name of an entry ends: at a preposition, a bracket, a sign. */
const nameEnd =
  /\s+(?:to|for|at|from|with|by|on|in|per|für|nach|para|pour)\s|\s*[(:,;=]|\s+[–—-]\s|[.!?](?:\s|$)/i

/** An entry without what follows its name: "2 pizzas" of "2 pizzas to Main St.". */
export const cutAfterName = (text: string): string => text.slice(0, nameEnd.exec(text)?.index).trim()

const article = /^\s*(?:x\s+|×\s*|of\s+|de\s+|von\s+)?(?:(?:an?|the|some|ein|eine|un|una|une)\s+)?/i

const nameOf = (text: string): string => cutAfterName(text.replace(article, "")).replace(/[.,;:]+$/, "")

const unitOf = (written: string): string => written.replace(/^[\d.,\s½¼¾-]+/, "").trim()

const isCount = ({ unit }: NumberSpan): boolean => unit === "none" || unit === "measure"

/** The parts of an entry of a list. */
export const splitEntry = (text: string): EntryParts => {
  const numbers = findNumbers(text).filter(isCount)
  const [first] = numbers
  if (first !== undefined && /^\s*$/.test(text.slice(0, first.start))) {
    const quantity = text.slice(first.start, first.end).trim()
    const isMeasured = first.unit === "measure"
    const name = nameOf(text.slice(first.end))
    return {
      name,
      quantity,
      number: first.value,
      isMeasured,
      ...(isMeasured ? { unit: unitOf(quantity) } : {})
    }
  }
  const name = nameOf(text)
  const after = first === undefined ? "" : text.slice(name.length, first.start)
  // "eggs (2)", "eggs x 2", "eggs: 2"
  if (first === undefined || !/^\s*(?:[(:=–—-]|x|×)\s*$/i.test(after)) return { name, isMeasured: false }
  const quantity = text.slice(first.start, first.end).trim()
  const isMeasured = first.unit === "measure"
  return {
    name,
    quantity,
    number: first.value,
    isMeasured,
    ...(isMeasured ? { unit: unitOf(quantity) } : {})
  }
}
