// Texts and numbers for one place of a schema, taken from the passages that speak of it.
import * as Result from "effect/Result"
import type { Ranked } from "../question-answering/rankPassages.ts"
import type { Field, Scope } from "./field.ts"
import type { Node } from "./schemaKeywords.ts"
import { numberOf, textOf } from "./schemaKeywords.ts"
import { readPattern } from "./pattern.ts"
import { entriesIn, formatIn, namesIn, numbersIn } from "./extractSpans.ts"
import { isMultiple, lengthOf } from "./validate.ts"

/** A value, and whether the text gave it. */
export interface Taken<A> {
  readonly value: A
  readonly found: boolean
}

const bounds = (type: string, node: Node) => {
  const step = type === "integer" ? 1 : 0
  const low = Math.max(
    numberOf(node, "minimum") ?? -Infinity,
    numberOf(node, "exclusiveMinimum") ?? -Infinity
  )
  const high = Math.min(numberOf(node, "maximum") ?? Infinity, numberOf(node, "exclusiveMaximum") ?? Infinity)
  const multiple = numberOf(node, "multipleOf")
  const fits = (value: number): boolean =>
    value >= (numberOf(node, "minimum") ?? -Infinity) &&
    value <= (numberOf(node, "maximum") ?? Infinity) &&
    value > (numberOf(node, "exclusiveMinimum") ?? -Infinity) &&
    value < (numberOf(node, "exclusiveMaximum") ?? Infinity) &&
    (step === 0 || Number.isInteger(value)) &&
    (multiple === undefined || isMultiple(value, multiple))
  return { fits, low, high, multiple: multiple ?? step }
}

/** A number of the text within the bounds; without one the number within them nearest to 0; else nothing. */
export const numberFor = (
  type: "number" | "integer",
  node: Node,
  field: Field,
  ranked: ReadonlyArray<Ranked>,
  { leastScore }: Scope
): Taken<number> | undefined => {
  const { fits, high, low, multiple } = bounds(type, node)
  let best: { readonly value: number; readonly score: number } | undefined
  for (const { passage, score } of ranked.slice(0, 20)) {
    if (score < leastScore) break
    for (const { near, value } of numbersIn(passage.text, field.stems)) {
      if (fits(value) && (best === undefined || score + near > best.score))
        best = { value, score: score + near }
    }
  }
  if (best !== undefined) return { value: best.value, found: true }
  const step = multiple === 0 ? 0 : multiple
  const near = [0, low, high, (low + high) / 2, low + 1, high - 1].flatMap((value) =>
    step === 0 ? [value] : [value, Math.ceil(value / step) * step, Math.floor(value / step) * step]
  )
  const value = [...near, low + step, high - step].find(
    (candidate) => Number.isFinite(candidate) && fits(candidate)
  )
  return value === undefined ? undefined : { value: value === 0 ? 0 : value, found: false }
}

const prose =
  /\b(?:description|summary|answer|explanation|explain|reason(?:ing)?|text|content|details?|sentences?|overview|note|notes|rationale|response|conclusion|paragraph|evidence|fact|facts|finding|findings|points?|steps?|meaning|definition)\b/
const sourceName = /\b(?:url|urls|link|links|uri|href|website|sources?|citations?|references?)\b/
const asked = /\b(?:query|question|prompt|search|keywords?)\b/
const named: ReadonlyArray<readonly [string, RegExp]> = [
  ["email", /\be ?mail\b/],
  ["date", /\bdate\b/],
  ["uuid", /\buuid\b/]
]

/** Cuts a text to a length at the end of a word, if that leaves one. */
const shorten = (text: string, most: number): string => {
  const signs = Array.from(text)
  if (signs.length <= most) return text
  const cut = signs.slice(0, most).join("")
  const space = cut.lastIndexOf(" ")
  return space > most / 2 ? cut.slice(0, space) : cut
}

/** Words of a text that are tried against a pattern, at most. */
const mostWords = 40

/** Makes texts fit the schema's lengths and pattern: whole, cut, or a part of them. */
const makeFit = (node: Node): ((text: string) => string | undefined) => {
  const least = numberOf(node, "minLength") ?? 0
  const most = numberOf(node, "maxLength") ?? Infinity
  const source = textOf(node, "pattern")
  const pattern = source === undefined ? undefined : Result.getOrElse(readPattern(source), () => undefined)
  if (source !== undefined && pattern === undefined) return () => undefined
  const fits = (candidate: string): boolean =>
    lengthOf(candidate) >= least &&
    lengthOf(candidate) <= most &&
    (pattern === undefined || pattern.test(candidate))
  return (text) => {
    const whole = shorten(text, most)
    if (fits(whole)) return whole
    if (pattern === undefined) return undefined
    const words = text.split(/\s+/, mostWords)
    const bare = words.flatMap((word) => [word, word.replace(/^["'“(]+|[.,;:!?)"'”]+$/g, "")])
    return [...bare, ...words.map((word, at) => `${word} ${words[at + 1] ?? ""}`.trim())].find(fits)
  }
}

/** Values of one passage for a field, likeliest first. Whole sentences come last for short fields, first for prose. */
const candidates = (node: Node, field: Field, { passage }: Ranked): ReadonlyArray<string> => {
  const { text } = passage
  const format = textOf(node, "format") ?? named.find(([, pattern]) => pattern.test(field.name))?.[0]
  const formatted = format === undefined ? undefined : formatIn(format, text, field.stems)
  if (formatted !== undefined) return formatted.toSorted((a, b) => b.near - a.near).map(({ value }) => value)
  if (prose.test(field.name) || field.name === "") return [text]
  const names = namesIn(text, field.stems).map(({ value }) => value)
  return textOf(node, "pattern") === undefined ? names : [...names, text]
}

/** A text for a field; without one in the passages an empty or shortest text that is allowed, else nothing. */
export const textFor = (
  node: Node,
  field: Field,
  ranked: ReadonlyArray<Ranked>,
  scope: Scope
): Taken<string> | undefined => {
  const offers: Array<string> = []
  const fit = makeFit(node)
  if (sourceName.test(field.name)) offers.push(...scope.pages.map(({ url }) => url))
  if (asked.test(field.name)) offers.push(scope.question.text)
  const speaking = ranked.slice(0, 12).filter(({ score }) => score >= scope.leastScore)
  if (prose.test(field.name) && offers.length === 0) {
    // Prose may hold several sentences, as many as fit.
    const most = numberOf(node, "maxLength") ?? 600
    const taken = speaking.slice(0, 3).reduce((text, { passage }) => {
      const longer = text === "" ? passage.text : `${text} ${passage.text}`
      return lengthOf(longer) <= most || text === "" ? longer : text
    }, "")
    if (taken !== "") offers.push(taken)
  }
  for (const entry of speaking) offers.push(...candidates(node, field, entry))
  // A short field nobody names a value for still has its sentence.
  const format = textOf(node, "format")
  if (format === undefined) offers.push(...speaking.slice(0, 3).map(({ passage }) => passage.text))
  for (const offer of offers) {
    const text = fit(offer)
    if (text !== undefined && text !== "") return { value: text, found: true }
  }
  const least = numberOf(node, "minLength") ?? 0
  const pattern = textOf(node, "pattern")
  const example =
    pattern === undefined
      ? ""
      : Result.match(readPattern(pattern), { onSuccess: (read) => read.example, onFailure: () => "" })
  const padded = [
    example,
    "-".repeat(Math.min(least, 100_000)),
    example + "0".repeat(Math.max(0, Math.min(least, 100_000) - example.length))
  ]
  const value = padded.find((text) => fit(text) === text)
  return value === undefined ? undefined : { value, found: false }
}

/** Several different texts for the entries of a list. */
export const textsFor = (
  node: Node,
  field: Field,
  ranked: ReadonlyArray<Ranked>,
  scope: Scope,
  most: number
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const fit = makeFit(node)
  const offer = (text: string): void => {
    const fitted = found.size < most ? fit(text) : undefined
    if (fitted !== undefined && fitted !== "") found.add(fitted)
  }
  if (sourceName.test(field.name)) for (const { url } of scope.pages) offer(url)
  if (found.size > 0) return [...found]
  const best = ranked[0]?.score ?? 0
  const speaking = ranked.filter(({ score }) => score >= Math.max(scope.leastScore, 0.55 * best)).slice(0, 20)
  const short = !prose.test(field.name) && textOf(node, "format") === undefined
  const [first] = speaking
  if (short && first !== undefined) for (const entry of entriesIn(first.passage)) offer(entry)
  if (found.size > 0) return [...found]
  for (const entry of speaking) for (const text of candidates(node, field, entry)) offer(text)
  return [...found]
}
