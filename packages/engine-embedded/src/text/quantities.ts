// Finds numbers with their units in a sentence.
import type { Token } from "./tokenize.ts"
import type { Unit } from "./units.ts"
import { currencyOf, measureOf } from "./units.ts"
import { spelledOutNumberAt } from "./spelledOutNumbers.ts"
import { isYear } from "./numerals.ts"
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
  wordSet(`order ticket invoice room case no number id account flat apartment line page version flight gate reference ref code
  article section chapter phone tel extension bus platform route unit port error seat table row lane exit lot tram track
  terminal train serial batch floor channel step`)

const textAt = (tokens: ReadonlyArray<Token>, at: number): string => tokens[at]?.text ?? ""
const isNumber = (tokens: ReadonlyArray<Token>, at: number): boolean => tokens[at]?.kind === "number"

const isHalf = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  ["and", "a", "half"].every((word, i) => textAt(tokens, at + i) === word)

/** The value of the number that starts at `at`. It may have several tokens: "2 million", "one hundred and five", "six (6)". */
const valueAt = (
  tokens: ReadonlyArray<Token>,
  at: number,
  isMoney: boolean
): readonly [value: number, end: number] => {
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
  if (textAt(tokens, end) === "(" && isNumber(tokens, end + 1) && textAt(tokens, end + 2) === ")") end += 3
  if (textAt(tokens, end) === "-" && tokens[end + 1]?.kind === "word") end++
  return [value, end]
}

/** Words between two durations, or before one. */
const beforeDuration = wordSet("to or and than of within in for about takes")

/** Does "an hour" stand behind what is counted each hour: "18 euros an hour", "30 days of holiday a year"? */
const isRate = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  !beforeDuration.has(textAt(tokens, at - 1)) && [2, 3, 4, 1].some((steps) => isNumber(tokens, at - steps))

/** One of a unit: "an hour", "the last year". */
const oneOfUnit = (tokens: ReadonlyArray<Token>, at: number): Quantity | undefined => {
  // "More than last year" is no duration, nor is "18 euros an hour".
  const isOne =
    (/^an?$/.test(textAt(tokens, at)) && !isRate(tokens, at)) ||
    /^the (?:last|past)$/.test(`${textAt(tokens, at - 1)} ${textAt(tokens, at)}`)
  if (!isOne) return undefined
  const measure = measureOf(textAt(tokens, at + 1))
  if (measure?.unit !== "time" || textAt(tokens, at + 1).endsWith("s")) return undefined
  return { ...measure, value: measure.factor, currency: undefined, at, end: at + 2 }
}

/** Half of a unit: "half an hour", "half a mile". */
const halfOf = (tokens: ReadonlyArray<Token>, at: number): Quantity | undefined => {
  const measure = /^an?$/.test(textAt(tokens, at + 1)) ? measureOf(textAt(tokens, at + 2)) : undefined
  return measure && { ...measure, value: measure.factor / 2, currency: undefined, at, end: at + 3 }
}

/** The unit of a bare number after another unit: minutes in "2 h 30", inches in "5 ft 11". */
const smallerUnits: ReadonlyMap<number, readonly [factor: number, most: number]> = new Map([
  [1 / 24, [1 / 1_440, 60]],
  [0.3048, [0.0254, 12]]
])

/** Is a number an age: "aged 24", "aged from 12 to 19"? What counts something is none. */
const isAge = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const before = tokens.slice(Math.max(0, at - 4), at).map(({ text }) => text)
  return (
    tokens[at + 1]?.content !== true &&
    /(?:^| )aged?(?: (?:from|between))?(?: \S+ (?:and|or|to|-|–))?$/.test(before.join(" "))
  )
}

/** The unit of ages. */
export const year = { unit: "time", factor: measureOf("year")?.factor ?? 1 } as const

const quantityAt = (tokens: ReadonlyArray<Token>, at: number): Quantity | undefined => {
  if (!isNumber(tokens, at)) return oneOfUnit(tokens, at)
  const before = currencyOf(textAt(tokens, at - 1))
  const [value, end] = valueAt(tokens, at, before !== undefined)
  const plain = { unit: "count", factor: 1, currency: undefined, at, end } as const
  const after = textAt(tokens, end)
  const currency = before ?? currencyOf(after)
  if (currency !== undefined) {
    // "1.234 €" is no price with three decimals.
    const thousands = /^\d{1,3}\.\d{3}$/.test(textAt(tokens, at)) ? 1e3 : 1
    return { ...plain, value: value * thousands, unit: "money", currency }
  }
  if (after === "%" || after === "percent") return { ...plain, value, unit: "percent", end: end + 1 }
  if (textAt(tokens, at) === "half") return halfOf(tokens, at) ?? { ...plain, value: 50, unit: "percent" }
  if (after === "°" && ["c", "f"].includes(textAt(tokens, end + 1)))
    return { ...plain, value, unit: textAt(tokens, end + 1) === "c" ? "celsius" : "fahrenheit", end: end + 2 }
  // "8 or more years"
  if (after === "or" && /^(?:more|fewer|less)$/.test(textAt(tokens, end + 1))) {
    const measure = measureOf(textAt(tokens, end + 2))
    if (measure !== undefined) return { ...plain, ...measure, value: value * measure.factor }
  }
  // "3 business days", "5 degrees Celsius"
  for (let ahead = 0; ahead < 2; ahead++) {
    const measure = measureOf(textAt(tokens, end + ahead))
    if (measure === undefined || (ahead > 0 && tokens[end]?.kind !== "word")) continue
    const last = end + ahead + 1
    const isSpeed =
      measure.unit === "length" &&
      /^(?:\/|per|an)$/.test(textAt(tokens, last)) &&
      /^h(?:our)?$/.test(textAt(tokens, last + 1))
    const isOld = textAt(tokens, textAt(tokens, last) === "-" ? last + 1 : last) === "old"
    const stated = { ...plain, ...measure, value: value * measure.factor, isAge: isOld, end: last }
    return isSpeed ? { ...stated, unit: "speed", end: last + 2 } : stated
  }
  return isAge(tokens, at)
    ? { ...plain, ...year, value: value * year.factor, isAge: true }
    : { ...plain, value }
}

/** Number of tokens of a date, time or identifier that starts here: "2026-09-30", "14:35", "555-0199"; 0 without one. */
const compoundLength = (tokens: ReadonlyArray<Token>, at: number): number => {
  const sign = textAt(tokens, at + 1)
  if (!/^\d/.test(textAt(tokens, at)) || !isNumber(tokens, at + 2) || ![":", "-", "/"].includes(sign))
    return 0
  let length = 3
  while (textAt(tokens, at + length) === sign && isNumber(tokens, at + length + 1)) length += 2
  const isSpan = sign === "-" && length === 3 && (tokens[at]?.value ?? 0) < (tokens[at + 2]?.value ?? 0)
  return isSpan && textAt(tokens, at).length < 4 ? 0 : length
}

/** Is a token a short uncommon word, which makes the number after it part of a name: "LH 456"? */
const isCode = (token: Token | undefined): boolean =>
  token?.kind === "word" &&
  token.content &&
  /^[a-z]{1,2}$/.test(token.text) &&
  !multiples.has(token.text) &&
  measureOf(token.text) === undefined

const isLabelled = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const before = textAt(tokens, at - 1)
  // A telephone number: "0555 20190".
  if (/^0\d/.test(textAt(tokens, at)) || (/^0\d/.test(before) && isNumber(tokens, at))) return true
  if (before === "#") return true
  if (before === ":") return isNumber(tokens, at - 2) || labels.has(textAt(tokens, at - 2))
  if (before === "/") return true
  if (before === "-") return tokens[at - 2]?.kind === "word" && !isNumber(tokens, at - 2)
  if (
    isCode(tokens[at - 1]) &&
    Number.isInteger(tokens[at]?.value) &&
    currencyOf(textAt(tokens, at + 1)) === undefined
  )
    return true
  // "Order 4471", but "they order three copies".
  const isOrdered = before === "order" && tokens[at + 1]?.content === true
  return labels.has(before) && !isOrdered && measureOf(textAt(tokens, at + 1)) === undefined
}

/** The quantity, negative after a minus sign: "−3 °C", "minus 3 °C", "−€250", but not "10−20". */
const withSign = (tokens: ReadonlyArray<Token>, quantity: Quantity): Quantity => {
  const { at, value } = quantity
  const sign = at - (currencyOf(textAt(tokens, at - 1)) === undefined ? 1 : 2)
  const text = textAt(tokens, sign)
  const isNegative = (text === "−" || text === "minus") && !isNumber(tokens, sign - 1)
  return isNegative ? { ...quantity, value: -value, at: sign } : quantity
}

const divided = new Set<Unit>(["time", "mass", "length", "volume"])

/** The sum of a quantity and of a smaller part of it: "2 h 15 min", "an hour and 20 minutes", "5 feet 4 inches". */
const sumOf = (tokens: ReadonlyArray<Token>, whole: Quantity, part: Quantity): Quantity | undefined => {
  const isBetween = textAt(tokens, whole.at - 1) === "between"
  const mayJoin = whole.unit === "time" && !isBetween && textAt(tokens, whole.end) === "and"
  const isNext = part.at === whole.end || (mayJoin && part.at === whole.end + 1)
  const [factor, most] = smallerUnits.get(whole.factor) ?? [0, 0]
  if (part.unit === "count" && part.at === whole.end && divided.has(whole.unit) && part.value < most)
    return { ...whole, value: whole.value + part.value * factor, end: part.end }
  if (part.unit !== whole.unit || !divided.has(part.unit) || part.value >= whole.factor) return undefined
  // Only when the unit directly follows its number: "2 weeks and 3 working days" stay apart.
  if (!isNext || part.end !== part.at + 2 || !isNumber(tokens, part.at)) return undefined
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
    if (isLabelled(tokens, at)) continue
    const quantity = quantityAt(tokens, at)
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
