// Finds numbers with their units in a sentence.
import type { Token } from "./tokenize.ts"

/** What a number measures. Time is in days, size in megabytes. */
export type Unit = "count" | "money" | "percent" | "time" | "size"

/** A number found in a sentence. `at` is the index of its token, `end` the index after its unit. */
export interface Quantity {
  readonly value: number
  readonly unit: Unit
  readonly at: number
  readonly end: number
}

const days: ReadonlyMap<string, number> = new Map([
  ["second", 1 / 86_400],
  ["minute", 1 / 1_440],
  ["min", 1 / 1_440],
  ["hour", 1 / 24],
  ["hr", 1 / 24],
  ["day", 1],
  ["week", 7],
  ["month", 30.4],
  ["year", 365],
  ["fortnight", 14]
])
const megabytes: ReadonlyMap<string, number> = new Map([
  ["kb", 1e-3],
  ["mb", 1],
  ["gb", 1e3],
  ["tb", 1e6],
  ["kilobyte", 1e-3],
  ["megabyte", 1],
  ["gigabyte", 1e3],
  ["terabyte", 1e6]
])
const multiples: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["thousand", 1e3],
  ["hundred", 100],
  ["million", 1e6],
  ["m", 1e6],
  ["billion", 1e9],
  ["dozen", 12]
])
/** Currency symbols. */
export const currencies = new Set(["$", "€", "£", "¥"])
const currencyWords = new Set(["dollar", "dollars", "usd", "euro", "euros", "eur", "pound", "pounds", "gbp"])

const singular = (text: string): string => (text.length > 3 && text.endsWith("s") ? text.slice(0, -1) : text)

/** The quantity that starts at a token, if one does. */
const quantityAt = (tokens: ReadonlyArray<Token>, at: number): Quantity | undefined => {
  const token = tokens[at]
  if (token === undefined) return undefined
  let value = token.value
  let end = at + 1
  if (token.kind !== "number") {
    // "an hour", "the last year": one of a unit of time.
    const next = tokens[at + 1]
    const opens = token.text === "a" || token.text === "an" || token.text === "last" || token.text === "past"
    if (!opens || next === undefined) return undefined
    const length = days.get(next.text)
    return length === undefined ? undefined : { value: length, unit: "time", at, end: at + 2 }
  }
  // "50,000" is one token; "2 million", "twenty five" and "six (6)" are several.
  for (let next = tokens[end]; next !== undefined; next = tokens[end]) {
    const factor = multiples.get(next.text)
    if (factor !== undefined && next.text.length > 1) value *= factor
    else if (factor !== undefined && currencies.has(tokens[at - 1]?.text ?? "")) value *= factor
    else if (next.kind === "number" && token.value >= 20 && next.value < 10 && !/\d/.test(token.text))
      value += next.value
    else break
    end++
  }
  if (tokens[end]?.text === "(" && tokens[end + 1]?.kind === "number" && tokens[end + 2]?.text === ")")
    end += 3
  if (tokens[end]?.text === "-" && tokens[end + 1]?.kind === "word") end++
  const before = tokens[at - 1]?.text ?? ""
  const after = tokens[end]?.text ?? ""
  if (currencies.has(before) || currencyWords.has(after) || currencyWords.has(before))
    return { value, unit: "money", at, end }
  if (after === "%" || after === "percent") return { value, unit: "percent", at, end: end + 1 }
  if (token.text === "half") return { value: 50, unit: "percent", at, end }
  // "8 or more years"
  if (after === "or" && (tokens[end + 1]?.text === "more" || tokens[end + 1]?.text === "fewer")) {
    const length = days.get(singular(tokens[end + 2]?.text ?? ""))
    if (length !== undefined) return { value: value * length, unit: "time", at, end }
  }
  // "3 business days", "5 working days"
  for (let ahead = 0; ahead < 2; ahead++) {
    const length = days.get(singular(tokens[end + ahead]?.text ?? ""))
    if (length !== undefined) return { value: value * length, unit: "time", at, end: end + ahead + 1 }
  }
  const size = megabytes.get(singular(after))
  if (size !== undefined) return { value: value * size, unit: "size", at, end: end + 1 }
  return { value, unit: "count", at, end }
}

/** All quantities of a sentence, in order. Dates, times of day and parts of identifiers are left out. */
export const findQuantities = (tokens: ReadonlyArray<Token>): Array<Quantity> => {
  const found: Array<Quantity> = []
  for (let at = 0; at < tokens.length; at++) {
    const before = tokens[at - 1]?.text ?? ""
    const after = tokens[at + 1]?.text ?? ""
    const digits = tokens[at + 2]?.kind === "number"
    if (tokens[at]?.kind === "number" && digits && (after === ":" || after === "-" || after === "/")) {
      at += 2
      continue
    }
    if (
      before === "#" ||
      before === ":" ||
      ((before === "-" || before === "/") && tokens[at - 2]?.kind !== "word")
    ) {
      if (before !== ":" || tokens[at - 2]?.kind === "number") continue
    }
    const quantity = quantityAt(tokens, at)
    if (quantity === undefined) continue
    found.push(quantity)
    at = Math.max(at, quantity.end - 1)
  }
  return found
}
