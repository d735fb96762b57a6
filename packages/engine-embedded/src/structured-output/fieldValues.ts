// Chooses the text or number of a field from the passages that match it.
import * as Result from "effect/Result"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import { findFormatted, findListEntries, findNames, findNumbers } from "./extractSpans.ts"
import type { ExtractionScope, SchemaField } from "./field.ts"
import { compilePattern } from "@leadline/core/internal"
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, stringKeyword } from "@leadline/core/internal"
import { codePointLength, isMultiple } from "@leadline/core/internal"

/** A value, and whether it comes from the text. */
export interface FieldValue<A> {
  readonly value: A
  readonly found: boolean
}

const bounds = (type: string, node: SchemaNode) => {
  const step = type === "integer" ? 1 : 0
  const low = Math.max(
    numberKeyword(node, "minimum") ?? -Infinity,
    numberKeyword(node, "exclusiveMinimum") ?? -Infinity
  )
  const high = Math.min(
    numberKeyword(node, "maximum") ?? Infinity,
    numberKeyword(node, "exclusiveMaximum") ?? Infinity
  )
  const multiple = numberKeyword(node, "multipleOf")
  const fits = (value: number): boolean =>
    value >= (numberKeyword(node, "minimum") ?? -Infinity) &&
    value <= (numberKeyword(node, "maximum") ?? Infinity) &&
    value > (numberKeyword(node, "exclusiveMinimum") ?? -Infinity) &&
    value < (numberKeyword(node, "exclusiveMaximum") ?? Infinity) &&
    (step === 0 || Number.isInteger(value)) &&
    (multiple === undefined || isMultiple(value, multiple))
  return { fits, low, high, multiple: multiple ?? step }
}

/** A number of the text within the bounds; else a number within them, close to 0; else `undefined`. */
export const chooseNumber = (
  type: "number" | "integer",
  node: SchemaNode,
  field: SchemaField,
  ranked: ReadonlyArray<RankedPassage>,
  { minScore: leastScore }: ExtractionScope
): FieldValue<number> | undefined => {
  const { fits, high, low, multiple } = bounds(type, node)
  let best: { readonly value: number; readonly score: number } | undefined
  for (const { passage, score } of ranked.slice(0, 20)) {
    if (score < leastScore) break
    for (const { proximity: near, value } of findNumbers(passage.text, field.stems)) {
      if (fits(value) && (best === undefined || score + near > best.score))
        best = { value, score: score + near }
    }
  }
  if (best !== undefined) return { value: best.value, found: true }
  const step = multiple === 0 ? 0 : multiple
  const near = [0, low, high, (low + high) / 2, low + 1, high - 1].flatMap((value) =>
    step === 0 ? [value] : [value, Math.ceil(value / step) * step, Math.floor(value / step) * step]
  )
  const value = [...near, low + step, high - step]
    .toSorted((left, right) => Math.abs(left) - Math.abs(right))
    .find((candidate) => Number.isFinite(candidate) && fits(candidate))
  return value === undefined ? undefined : { value: value === 0 ? 0 : value, found: false }
}

const proseName =
  /\b(?:description|summary|answer|explanation|explain|reason(?:ing)?|text|content|details?|sentences?|overview|note|notes|rationale|response|conclusion|paragraph|evidence|fact|facts|finding|findings|points?|steps?|meaning|definition)\b/
const sourceName = /\b(?:url|urls|link|links|uri|href|website|sources?|citations?|references?)\b/
const queryName = /\b(?:query|question|prompt|search|keywords?)\b/
const formatNames: ReadonlyArray<readonly [string, RegExp]> = [
  ["email", /\be ?mail\b/],
  ["date", /\bdate\b/],
  ["uuid", /\buuid\b/]
]

/** Shortens a text, at the end of a word if possible. */
const shorten = (text: string, most: number): string => {
  const signs = Array.from(text)
  if (signs.length <= most) return text
  const cut = signs.slice(0, most).join("")
  const space = cut.lastIndexOf(" ")
  return space > most / 2 ? cut.slice(0, space) : cut
}

/** Words of a text that are matched against a pattern, at most. */
const maxWords = 40

/** Fits texts to the schema's lengths and pattern: whole, shortened, or a word of them. */
const makeFitter = (node: SchemaNode): ((text: string) => string | undefined) => {
  const least = numberKeyword(node, "minLength") ?? 0
  const most = numberKeyword(node, "maxLength") ?? Infinity
  const source = stringKeyword(node, "pattern")
  const pattern = source === undefined ? undefined : Result.getOrElse(compilePattern(source), () => undefined)
  if (source !== undefined && pattern === undefined) return () => undefined
  const fits = (candidate: string): boolean =>
    codePointLength(candidate) >= least &&
    codePointLength(candidate) <= most &&
    (pattern === undefined || pattern.test(candidate))
  return (text) => {
    const whole = shorten(text, most)
    if (fits(whole)) return whole
    if (pattern === undefined) return undefined
    const words = text.split(/\s+/, maxWords)
    const bare = words.flatMap((word) => [word, word.replace(/^["'“(]+|[.,;:!?)"'”]+$/g, "")])
    return [...bare, ...words.map((word, at) => `${word} ${words[at + 1] ?? ""}`.trim())].find(fits)
  }
}

/** Candidate values of one passage, likeliest first. */
const candidates = (
  node: SchemaNode,
  field: SchemaField,
  { passage }: RankedPassage
): ReadonlyArray<string> => {
  const { text } = passage
  const format =
    stringKeyword(node, "format") ?? formatNames.find(([, pattern]) => pattern.test(field.name))?.[0]
  const formatted = format === undefined ? undefined : findFormatted(format, text, field.stems)
  if (formatted !== undefined)
    return formatted.toSorted((a, b) => b.proximity - a.proximity).map(({ value }) => value)
  if (proseName.test(field.name) || field.name === "") return [text]
  const names = findNames(text, field.stems).map(({ value }) => value)
  return stringKeyword(node, "pattern") === undefined ? names : [...names, text]
}

/** A text for a field; without one in the passages the shortest text that the schema allows; else `undefined`. */
export const chooseText = (
  node: SchemaNode,
  field: SchemaField,
  ranked: ReadonlyArray<RankedPassage>,
  scope: ExtractionScope
): FieldValue<string> | undefined => {
  const offers: Array<string> = []
  const fit = makeFitter(node)
  if (sourceName.test(field.name)) offers.push(...scope.pages.map(({ url }) => url))
  if (queryName.test(field.name)) offers.push(scope.question.text)
  const speaking = ranked.slice(0, 12).filter(({ score }) => score >= scope.minScore)
  if (proseName.test(field.name) && offers.length === 0) {
    // Prose may have several sentences.
    const most = numberKeyword(node, "maxLength") ?? 600
    const taken = speaking.slice(0, 3).reduce((text, { passage }) => {
      const longer = text === "" ? passage.text : `${text} ${passage.text}`
      return codePointLength(longer) <= most || text === "" ? longer : text
    }, "")
    if (taken !== "") offers.push(taken)
  }
  for (const entry of speaking) offers.push(...candidates(node, field, entry))
  // Without a short value, take a whole sentence.
  const format = stringKeyword(node, "format")
  if (format === undefined) offers.push(...speaking.slice(0, 3).map(({ passage }) => passage.text))
  for (const offer of offers) {
    const text = fit(offer)
    if (text !== undefined && text !== "") return { value: text, found: true }
  }
  const least = numberKeyword(node, "minLength") ?? 0
  const pattern = stringKeyword(node, "pattern")
  const example =
    pattern === undefined
      ? ""
      : Result.match(compilePattern(pattern), { onSuccess: (read) => read.example, onFailure: () => "" })
  const padded = [
    example,
    "-".repeat(Math.min(least, 100_000)),
    example + "0".repeat(Math.max(0, Math.min(least, 100_000) - example.length))
  ]
  const value = padded.find((text) => fit(text) === text)
  return value === undefined ? undefined : { value, found: false }
}

/** Different texts for the entries of a list, at most `most`. */
export const chooseTexts = (
  node: SchemaNode,
  field: SchemaField,
  ranked: ReadonlyArray<RankedPassage>,
  scope: ExtractionScope,
  most: number
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const fit = makeFitter(node)
  const offer = (text: string): void => {
    const fitted = found.size < most ? fit(text) : undefined
    if (fitted !== undefined && fitted !== "") found.add(fitted)
  }
  if (sourceName.test(field.name)) for (const { url } of scope.pages) offer(url)
  if (found.size > 0) return [...found]
  const best = ranked[0]?.score ?? 0
  const speaking = ranked.filter(({ score }) => score >= Math.max(scope.minScore, 0.55 * best)).slice(0, 20)
  const short = !proseName.test(field.name) && stringKeyword(node, "format") === undefined
  const [first] = speaking
  if (short && first !== undefined) for (const entry of findListEntries(first.passage)) offer(entry)
  if (found.size > 0) return [...found]
  for (const entry of speaking) for (const text of candidates(node, field, entry)) offer(text)
  return [...found]
}
