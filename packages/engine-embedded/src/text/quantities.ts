// Finds numbers with their units in a sentence.
import type { Token } from "./tokenize.ts"
import type { Unit } from "./units.ts"
import { currencyOf, measureOf } from "./units.ts"
import { spelledOutNumberAt } from "./spelledOutNumbers.ts"
import { isYear } from "./numerals.ts"
import { lengthOf, textBefore, textFrom } from "./tokenPatterns.ts"
import { wordSet } from "./wordLists.ts"

/** A number found in a sentence. `at` is the index of its first token, `end` the index after its unit. */
export interface Quantity {
  readonly value: number
  readonly unit: Unit
  /** Size of its unit in base units: 7 for weeks, in days. */
  readonly factor: number
  /** ISO 4217 code of money, lower case. */
  readonly currency: string | undefined
  /** Set for an age: "aged 24", "8 years old". */
  readonly isAge?: boolean
  readonly at: number
  readonly end: number
}

const multiples: ReadonlyMap<string, number> = new Map(
  "k:1e3 thousand:1e3 hundred:100 million:1e6 mn:1e6 mio:1e6 m:1e6 bn:1e9 b:1e9 billion:1e9 dozen:12"
    .split(" ")
    .map((entry) => entry.split(":"))
    .map(([word = "", value]): [string, number] => [word, Number(value)])
)

/** Letters that mean a million or billion only of money: "€5 m", but "5 m" is metres. */
const moneyMultiples = new Set(["m", "b"])

/** Words before a number that identifies something rather than counts: "order 4471", "room 14". */
const labels =
  wordSet(`# order ticket invoice room case no number id account flat apartment line page version flight gate reference ref code
  article section chapter phone tel extension bus platform route unit port error seat table row lane exit lot tram track
  terminal train serial batch floor channel step`)

const textAt = (tokens: ReadonlyArray<Token>, at: number): string => tokens[at]?.text ?? ""
const isNumber = (tokens: ReadonlyArray<Token>, at: number): boolean => tokens[at]?.kind === "number"

const isHalf = (tokens: ReadonlyArray<Token>, at: number): boolean => textFrom(tokens, at, 3) === "and a half"

/** The words before "an hour" that end what it could be the rate of: those between two durations, or before one. */
const beforeDuration = /(?<!\S)(?:to|or|and|than|of|within|in|for|about|takes)$/

/** Is there one of a unit: "an hour", "the last year"? Not of "18 euros an hour", or "30 days of holiday a year". */
const isOne = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const [unit, before] = [textAt(tokens, at + 1), textBefore(tokens, at, 1)]
  if (unit.endsWith("s") || measureOf(unit)?.unit !== "time") return false
  if (/^(?:last|past)$/.test(textAt(tokens, at))) return before === "the"
  const isRate = !beforeDuration.test(before) && [1, 2, 3, 4].some((steps) => isNumber(tokens, at - steps))
  return /^an?$/.test(textAt(tokens, at)) && !isRate
}

/** The value of the number that starts at `at`. It may have several tokens: "2 million", "one hundred and five". */
const valueAt = (
  tokens: ReadonlyArray<Token>,
  at: number,
  isMoney: boolean
): readonly [value: number | undefined, end: number] => {
  if (!isNumber(tokens, at)) return [isOne(tokens, at) ? 1 : undefined, at + 1]
  // "Half a mile"
  if (/^half an? /.test(textFrom(tokens, at, 3)) && measureOf(textAt(tokens, at + 2))) return [0.5, at + 2]
  const worded = spelledOutNumberAt(tokens, at)
  let [value, end] = worded ?? [tokens[at]?.value ?? Number.NaN, at + 1]
  for (let next = tokens[end]; next !== undefined; next = tokens[end]) {
    const factor = multiples.get(next.text)
    if (worded !== undefined && next.kind === "number" && next.text !== "dozen") break
    if (factor === undefined || (!isMoney && moneyMultiples.has(next.text))) break
    value *= factor
    end++
  }
  if (isHalf(tokens, end)) return [value + 0.5, end + 3]
  // "Six (6)"
  if (textAt(tokens, end) === "(" && tokens[end + 1]?.value === value && textAt(tokens, end + 2) === ")")
    end += 3
  if (textAt(tokens, end) === "-" && tokens[end + 1]?.kind === "word") end++
  return [value, end]
}

/** The end of what stands before an age: "aged 24", "aged from 12 to 19". */
const beforeAge = /(?<!\S)aged?(?: (?:from|between))?(?: \S+ (?:and|or|to|-|–))?$/

/** The unit of ages. */
export const year = { unit: "time", factor: measureOf("year")?.factor ?? 1 } as const

/** Units behind a number, also after one other word: "%", "3 business days", "5 degrees Celsius", "8 or more years". */
const unitForms = ["", "or (?:more|fewer|less) ", "\\p{L}\\S* "].map(
  (other) => new RegExp(`^(${other})(\\S+)( (?:/|per|an) h(?:our)?(?!\\S))?(?: -)?( old(?!\\S))?`, "u")
)

const quantityAt = (tokens: ReadonlyArray<Token>, at: number): Quantity | undefined => {
  const before = currencyOf(textAt(tokens, at - 1))
  const [value, end] = valueAt(tokens, at, before !== undefined)
  if (value === undefined) return undefined
  const plain = { value, unit: "count", factor: 1, currency: undefined, at, end } as const
  // "The red one $380" is no dollar.
  const isNext = /^[$€£¥]$/.test(textAt(tokens, end)) && isNumber(tokens, end + 1)
  const currency = before ?? (isNext ? undefined : currencyOf(textAt(tokens, end)))
  if (currency !== undefined) {
    // "1.234 €" is no price with three decimals.
    const thousands = /^\d{1,3}\.\d{3}$/.test(textAt(tokens, at)) ? 1e3 : 1
    const start = before === undefined ? at : at - 1
    return { ...plain, value: value * thousands, unit: "money", currency, at: start }
  }
  const behind = textFrom(tokens, end, 6)
  if (/^(?:%|percent)(?!\S)/.test(behind)) return { ...plain, unit: "percent", end: end + 1 }
  if (/^° [cf](?!\S)/.test(behind))
    return { ...plain, unit: behind.startsWith("° c") ? "celsius" : "fahrenheit", end: end + 2 }
  for (const form of unitForms) {
    const [, other = "", word = "", perHour, old] = form.exec(behind) ?? []
    const measure = measureOf(word)
    if (measure === undefined) continue
    const isSpeed = measure.unit === "length" && perHour !== undefined
    const unit = isSpeed ? "speed" : measure.unit
    const length = other.startsWith("or ") ? 0 : other === "" ? 1 : 2
    const last = end + length + (isSpeed ? 2 : 0)
    return { ...plain, ...measure, unit, value: value * measure.factor, isAge: old !== undefined, end: last }
  }
  if (textAt(tokens, at) === "half") return { ...plain, value: 50, unit: "percent" }
  // What counts something is no age.
  return tokens[at + 1]?.content !== true && beforeAge.test(textBefore(tokens, at, 4))
    ? { ...plain, ...year, value: value * year.factor, isAge: true }
    : plain
}

/** A date, a time or an identifier: "2026-09-30", "14:35", "555-0199". */
const compounds = /^(\d\S*) ([:/-]) (\d\S*)((?: \2 \d\S*)*)/

/** Number of tokens of a date, time or identifier that starts here; 0 without one. */
const compoundLength = (tokens: ReadonlyArray<Token>, at: number): number => {
  const [found = "", first = "", sign, second, more] = compounds.exec(textFrom(tokens, at, 9)) ?? []
  const isSpan = sign === "-" && more === "" && first.length < 4 && Number(first) < Number(second)
  return found === "" || isSpan ? 0 : lengthOf(found)
}

/** Is a token a short uncommon word, which makes the number after it part of a name: "LH 456"? */
const isCode = (token: Token | undefined): boolean =>
  token?.content === true &&
  /^[a-z]{1,2}$/.test(token.text) &&
  !multiples.has(token.text) &&
  measureOf(token.text) === undefined

/** Is a number a name or a part of one: "order 4471", "#3", "INV-2231"? */
const isLabelled = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const before = textAt(tokens, textAt(tokens, at - 1) === ":" ? at - 2 : at - 1)
  const after = textAt(tokens, at + 1)
  // "0555 20190" is a telephone number.
  if (/^0\d{2,}$/.test(textAt(tokens, at)) || /^0\d{2,}$/.test(before)) return true
  if (before === "-") return tokens[at - 2]?.kind === "word"
  if (isCode(tokens[at - 1])) return Number.isInteger(tokens[at]?.value) && currencyOf(after) === undefined
  // "Order 4471", but "they order three copies".
  const isOrdered = before === "order" && tokens[at + 1]?.content === true
  return labels.has(before) && !isOrdered && measureOf(after) === undefined
}

/** The quantity, negative after a minus sign: "−3 °C", "minus 3 °C", "−€250", but not "10−20". */
const withSign = (tokens: ReadonlyArray<Token>, quantity: Quantity): Quantity => {
  const { at, value } = quantity
  const isNegative = /^(?:−|minus)$/.test(textAt(tokens, at - 1)) && !isNumber(tokens, at - 2)
  return isNegative ? { ...quantity, value: -value, at: at - 1 } : quantity
}

const divided = new Set<Unit>(["time", "mass", "length", "volume"])

const hour = 1 / 24
const foot = 0.3048

/** The parts that a bare number after a unit counts: minutes in "2 h 30", inches in "5 ft 11". */
const barePartsOf = ({ factor }: Quantity): number => (factor === hour ? 60 : factor === foot ? 12 : 0)

/** The sum of a quantity and of a smaller part of it: "2 h 15 min", "an hour and 20 minutes", "5 feet 4 inches". */
const sumOf = (tokens: ReadonlyArray<Token>, whole: Quantity, part: Quantity): Quantity | undefined => {
  if (!divided.has(whole.unit)) return undefined
  const parts = barePartsOf(whole)
  if (part.unit === "count" && part.at === whole.end && part.value < parts)
    return { ...whole, value: whole.value + (part.value * whole.factor) / parts, end: part.end }
  const isBetween = textAt(tokens, whole.at - 1) === "between"
  const mayJoin = whole.unit === "time" && !isBetween && textAt(tokens, whole.end) === "and"
  const isNext = part.at === whole.end || (mayJoin && part.at === whole.end + 1)
  if (!isNext || part.unit !== whole.unit || part.value >= whole.factor) return undefined
  // Only when the unit directly follows its number: "2 weeks and 3 working days" stay apart.
  if (part.end !== part.at + 2 || !isNumber(tokens, part.at)) return undefined
  return { ...whole, value: whole.value + part.value, end: part.end }
}

/** Adds half a unit for "and a half", as in "an hour and a half". */
const withHalf = (tokens: ReadonlyArray<Token>, quantity: Quantity): Quantity =>
  divided.has(quantity.unit) && isHalf(tokens, quantity.end)
    ? { ...quantity, value: quantity.value + quantity.factor / 2, end: quantity.end + 3 }
    : quantity

/** "The bus takes 35 minutes, the train 20.": a bare number at the end of a clause has the unit before it. A year has none. */
const withUnits = (tokens: ReadonlyArray<Token>, found: ReadonlyArray<Quantity>): Array<Quantity> => {
  let known: Quantity | undefined
  return found.map((quantity) => {
    if (quantity.unit !== "count") known = quantity
    const isBare = (tokens[quantity.end]?.kind ?? "sign") === "sign"
    if (known === undefined || known === quantity) return quantity
    if (!isBare || isYear(textAt(tokens, quantity.at))) return quantity
    const { currency, factor, unit } = known
    return { ...quantity, currency, factor, unit, value: quantity.value * factor }
  })
}

/** All numbers of a sentence, in order. Those in dates, times of day and identifiers are left out. */
export const findQuantities = (tokens: ReadonlyArray<Token>): Array<Quantity> => {
  const found: Array<Quantity> = []
  for (let at = 0; at < tokens.length; at++) {
    const compound = compoundLength(tokens, at)
    if (compound > 0) {
      at += compound - 1
      continue
    }
    const quantity = isNumber(tokens, at) && isLabelled(tokens, at) ? undefined : quantityAt(tokens, at)
    if (quantity === undefined) continue
    const last = found.at(-1)
    const sum = last === undefined ? undefined : sumOf(tokens, last, quantity)
    const next = withHalf(tokens, sum ?? withSign(tokens, quantity))
    if (sum === undefined) found.push(next)
    else found[found.length - 1] = next
    at = Math.max(at, next.end - 1)
  }
  return withUnits(tokens, found)
}
