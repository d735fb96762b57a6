// Reads the value of a field with one value: after its label, else the one nearest to the words of the field.
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, stringKeyword } from "@leadline/core/internal"
import type { Passage } from "../question-answering/passages.ts"
import { type Token, tokenize } from "../text/tokenize.ts"
import { measureOf } from "../text/units.ts"
import { type Candidate, formedValues, isKnownByForm, measures, namesIn, numbersIn } from "./candidates.ts"
import { hasWords, type SchemaField } from "./field.ts"
import { answeringIn, type ExtractionScope, labelledIn, labelMatch, passagesAbout } from "./scope.ts"

/** A field that is looked for in a scope. `isValid` is the check of its schema. */
export interface FieldQuery {
  readonly field: SchemaField
  readonly node: SchemaNode
  readonly scope: ExtractionScope
  readonly isValid: (value: string | number) => boolean
}

/** The texts after labels that name the field, the best label first. */
export const labelledTexts = ({ field, scope }: Pick<FieldQuery, "field" | "scope">): ReadonlyArray<string> =>
  labelledIn(scope)
    .map(({ label, value }) => ({ label, value, match: labelMatch(label, field) }))
    // "Order 7001: 3 chairs" has the id in the label.
    .filter(
      ({ label, match, value }) => match > 0 && value !== "" && !(field.kind === "id" && /\d/.test(label))
    )
    .toSorted((left, right) => right.match - left.match)
    .map(({ value }) => value)

/** Words from a value to the nearest word of its field. A comma counts as three. */
const distanceIn = (tokens: Iterable<Token>, stems: ReadonlySet<string>): number => {
  let steps = 0
  for (const { stem, text } of tokens) {
    if (stems.has(stem)) return steps
    steps += /^[,;:]$/.test(text) ? 3 : 1
  }
  return Infinity
}

/** How close a value is to a word of its field, 0 to 1. A word before it counts more. */
const closeness = ({ after, before }: Candidate<unknown>, { described, own }: SchemaField): number => {
  const stems = new Set([...(own.length > 0 ? own : described)].flatMap((any) => [...any]))
  return Math.max(
    1 / (1 + distanceIn(before.toReversed(), stems) / 3),
    0.9 / (1 + distanceIn(after, stems) / 3)
  )
}

/** The candidate nearest to the words of the field, in a sentence about it; the first where the field has no words. */
const nearest = <A>(
  { field, scope }: FieldQuery,
  candidatesIn: (passage: Passage) => ReadonlyArray<Candidate<A>>,
  minCloseness: number
): A | undefined => {
  let best: { readonly value: A; readonly score: number } | undefined
  const isNear = hasWords(field) && scope.entry === undefined
  for (const passage of passagesAbout(field, scope)) {
    for (const candidate of candidatesIn(passage)) {
      const score = isNear ? closeness(candidate, field) : 1
      if (score >= minCloseness && score > (best?.score ?? 0)) best = { value: candidate.value, score }
    }
  }
  return best?.value
}

/** How values of a form of their own are found: numbers, dates, addresses, codes. */
interface TypedReader<A, C extends Candidate<A>> {
  readonly valuesIn: (passage: Pick<Passage, "text" | "tokens">, isLabelled: boolean) => ReadonlyArray<C>
  readonly minCloseness: number
  /** Is a value that is the only such one of a text, that of its subject, likely the one that is asked for? */
  readonly mayBeOnly: (candidate: C) => boolean
}

/** A typed value: behind a label, else nearest to the words of the field, else the only one. */
const readTyped = <A, C extends Candidate<A>>(
  query: FieldQuery,
  { mayBeOnly, minCloseness, valuesIn }: TypedReader<A, C>
): C["value"] | undefined => {
  const { field, scope } = query
  for (const text of labelledTexts(query)) {
    const [first] = valuesIn({ text, tokens: tokenize(text) }, true)
    if (first !== undefined) return first.value
  }
  const found = nearest(query, (passage) => valuesIn(passage, false), minCloseness)
  if (found !== undefined || scope.entry !== undefined || field.own.length > 1) return found
  const [first, ...others] = answeringIn(scope).flatMap((passage) =>
    valuesIn(passage, false).filter(mayBeOnly)
  )
  return others.every(({ value }) => value === first?.value) ? first?.value : undefined
}

/** The number that an entry of a list has. */
export const firstNumber = (entry: string, field: SchemaField): number | undefined =>
  numbersIn(tokenize(entry), field, true)[0]?.value

/** The number of a field; undefined when the scope has none. */
export const readNumber = (query: FieldQuery): number | undefined =>
  readTyped(query, {
    valuesIn: ({ tokens }, isLabelled) =>
      numbersIn(tokens, query.field, isLabelled).filter(
        ({ before, value }) => query.isValid(value) && (!isLabelled || before.length <= 2)
      ),
    minCloseness: 0.4,
    mayBeOnly: ({ unit }) => measures(query.field, unit)
  })

/** Characters of prose, at most, when the schema has no `maxLength`. */
const proseLength = 600

const wholeText =
  /^(?:description|summary|answer|text|content|explanation|overview|response|conclusion|abstract|message|comments?)?$/

/** Up to three sentences about the field; the first ones for a field about the text as a whole. */
const readProse = ({ field, node, scope }: FieldQuery): string | undefined => {
  const most = numberKeyword(node, "maxLength") ?? proseLength
  const isWhole = wholeText.test(field.name)
  const about = isWhole ? scope.passages : passagesAbout(field, scope)
  const told = about.filter((passage) => !passage.text.endsWith("?"))
  let text = ""
  for (const { text: sentence } of told.slice(0, 3)) {
    const longer = text === "" ? sentence : `${text} ${sentence}`
    if ([...longer].length > most) break
    text = longer
  }
  return text === "" ? undefined : text
}

const amount = /^\s*(\d[\d.,]*\s*(?:x\s+)?)(\p{L}+\s+)?/u

/** The amount that an entry of a list begins with: "250 g" of "250 g flour", "3" of "3 chairs". */
const amountOf = (entry: string): string => {
  const [, number = "", word = ""] = amount.exec(entry) ?? []
  return measureOf(word.trim().toLowerCase()) === undefined ? number : number + word
}

/** An entry of a list without its amount and the price behind it: "chairs" of "3 chairs at $40 each". */
const thingOf = (entry: string): string =>
  entry
    .slice(amountOf(entry).length)
    .replace(/[\s,;:–-]+(?:(?:at|for|je|à)\s+)?[$€£]?\s?\d.*$/u, "")
    .trim()

const isAmount = /\b(?:quantity|amount|qty|menge)\b/

const copula = /^\s*(?:(?:is|are|was|were|will be|called|named|:|=|ist|heißt)\s+)+(?:(?:the|a|an)\s+)?/i
const valueEnd =
  /[,;!?)]|\.(?=\s|$)|\s(?:and|but|who|which|that|when|because|if|since|for|in|on|at|to|from|by|with)\s/

/** What a sentence says that the field is: "The keeper is Anne Le Goff." */
const statedValue = ({ field, scope }: FieldQuery): string | undefined => {
  const stems = new Set(field.own.flatMap((any) => [...any]))
  for (const { text } of scope.passages) {
    if (text.endsWith("?")) continue
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
      if (!tokenize(word).some(({ stem }) => stems.has(stem))) continue
      const rest = text.slice(index + word.length)
      const verb = copula.exec(rest)
      if (verb === null) continue
      const value = rest.slice(verb[0].length).split(valueEnd)[0]?.trim() ?? ""
      if (value !== "" && value.split(/\s+/).length <= 6) return value
    }
  }
  return undefined
}

/** Fields that ask for a place, and the words before it. */
const places: ReadonlyArray<readonly [names: RegExp, before: RegExp]> = [
  [/\borigin\b/, /^(?:from|aus|von)$/],
  [/\bdestination\b/, /^(?:to|nach)$/],
  [/\b(?:city|town|place|location|country|stadt|ort)\b/, /^(?:in|to|from|at|near|nach|aus)$/]
]

/** The first name of a scope that stands where places do: "the weather in Paris". */
const readPlace = ({ field, isValid, scope }: FieldQuery): string | undefined => {
  const before = places.find(([names]) => names.test(field.name))?.[1]
  if (before === undefined) return undefined
  return answeringIn(scope)
    .flatMap(({ text }) => namesIn(text))
    .find((candidate) => before.test(candidate.before.at(-1)?.text ?? "") && isValid(candidate.value))?.value
}

/** Removes what a schema allows no blanks for, as in an IBAN. */
const spelled = (text: string | undefined, { isValid, node }: FieldQuery): string | undefined => {
  if (text === undefined || [...text].length > (numberKeyword(node, "maxLength") ?? Infinity))
    return undefined
  if (isValid(text)) return text
  if (stringKeyword(node, "pattern") === undefined) return undefined
  return [text.replaceAll(/[\s-]/g, ""), ...text.split(/\s+/, 50)].find((word) => isValid(word))
}

/** The first text after a label that names the field, as the schema takes it. */
const labelledText = (query: FieldQuery): string | undefined =>
  labelledTexts(query)
    .map((text) => spelled(text, query))
    .find((text) => text !== undefined)

/** A name: behind a label, in an entry of a list, stated of the field, as a place, or near the words of the field. */
const readName = (query: FieldQuery): string | undefined => {
  const { field, isValid, node, scope } = query
  const labelled = labelledText(query)
  if (labelled !== undefined) return labelled
  if (scope.entry !== undefined)
    return spelled(isAmount.test(field.name) ? amountOf(scope.entry).trim() : thingOf(scope.entry), query)
  const stated = spelled(statedValue(query), query) ?? readPlace(query)
  if (stated !== undefined) return stated
  const namesOf = ({ text }: Passage) =>
    text.endsWith("?") && !/\b(?:please|can you)\b/i.test(text)
      ? []
      : namesIn(text).filter(({ value }) => isValid(value))
  const named = field.own.length === 0 ? undefined : nearest(query, namesOf, 0.74)
  if (named !== undefined || stringKeyword(node, "pattern") === undefined) return named
  return scope.passages.map(({ text }) => spelled(text, query)).find((text) => text !== undefined)
}

/** The text of a field; undefined when the scope has none. */
export const readText = (query: FieldQuery): string | undefined => {
  const { field, scope } = query
  const { kind } = field
  if (kind === "query") return spelled(scope.question, query)
  if (kind === "name") return readName(query)
  if (kind === "prose") return labelledText(query) ?? spelled(readProse(query), query)
  if (kind === "uri" && scope.urls.length > 0 && labelledTexts(query).length === 0)
    return spelled(scope.urls[0], query)
  const typed = readTyped(query, {
    valuesIn: ({ text, tokens }, isLabelled) => {
      // A code stands behind its label as it is written: "AB12 CDE".
      const isWhole = isLabelled && kind === "id" && text.split(/\s+/).length <= 2
      const values = isWhole ? [{ value: text, before: [], after: [] }] : formedValues(kind, text, tokens)
      return values.flatMap((candidate) => {
        const value = spelled(candidate.value, query)
        return value === undefined ? [] : [{ ...candidate, value }]
      })
    },
    minCloseness: kind === "id" ? 0.5 : 0,
    mayBeOnly: () => isKnownByForm(kind)
  })
  if (typed !== undefined || kind !== "id") return typed
  const stated = spelled(statedValue(query), query)
  return stated !== undefined && /\d/.test(stated) ? stated : undefined
}
