// Reads the value of a field with one value: after its label, else the one nearest to the words of the field.
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, stringKeyword } from "@leadline/core/internal"
import { type Token, tokenize } from "../text/tokenize.ts"
import { measureOf } from "../text/units.ts"
import { type Candidate, type CandidateText, numbersIn, textsIn } from "./candidates.ts"
import { hasWords, labelMatch, type SchemaField } from "./field.ts"
import { answeringIn, isQuestion, passagesAbout, type Source } from "./sources.ts"

/** A field that is looked for in a source. `isValid` is the check of its schema. */
export interface FieldQuery {
  readonly field: SchemaField
  readonly node: SchemaNode
  readonly source: Source
  readonly isNumber: boolean
  readonly isValid: (value: string | number) => boolean
}

/** The texts after labels that name the field, the best label first. */
export const labelledTexts = (field: SchemaField, { labels }: Source): ReadonlyArray<string> =>
  labels
    .map(({ label, value }) => ({ label, value, match: labelMatch(label, field) }))
    // "Order 7001: 3 chairs" has the id in the label.
    .filter(
      ({ label, match, value }) => match > 0 && value !== "" && !(field.kind === "id" && /\d/.test(label))
    )
    .toSorted((left, right) => right.match - left.match)
    .map(({ value }) => value)

const copula = /^\s*(?:(?:is|are|was|were|will be|called|named|:|=|ist|heißt)\s+)+(?:(?:the|a|an)\s+)?/i
const valueEnd =
  /[,;!?)]|\.(?=\s|$)|\s(?:and|but|who|which|that|when|because|if|since|for|in|on|at|to|from|by|with)\s/

/** What sentences say that the field is: "The keeper is Anne Le Goff." */
const statedTexts = ({ own }: SchemaField, { passages }: Source): ReadonlyArray<string> => {
  const stems = new Set(own.flatMap((any) => [...any]))
  return passages
    .filter((passage) => !isQuestion(passage) && passage.tokens.some(({ stem }) => stems.has(stem)))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(/[\p{L}\p{M}]+/gu), ({ 0: word, index }) => {
        const rest = text.slice(index + word.length)
        const verb = copula.exec(rest)?.[0]
        if (verb === undefined || !tokenize(word).some(({ stem }) => stems.has(stem))) return ""
        return rest.slice(verb.length).split(valueEnd)[0]?.trim() ?? ""
      })
    )
    .filter((text) => text !== "" && text.split(/\s+/).length <= 6)
}

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

/** Words from a value to the nearest word of its field. */
const distanceIn = (tokens: ReadonlyArray<Token>, stems: ReadonlySet<string>): number => {
  const distance = tokens.findIndex(({ stem }) => stems.has(stem))
  return distance < 0 ? Infinity : distance
}

/** How close a value is to a word of its field, 0 to 1. A word before it counts more. */
const closeness = ({ after, before }: Candidate, { described, own }: SchemaField): number => {
  const stems = new Set((own.length > 0 ? own : described).flatMap((any) => [...any]))
  return Math.max(
    1 / (1 + distanceIn(before.toReversed(), stems) / 3),
    0.9 / (1 + distanceIn(after, stems) / 3)
  )
}

/** Least closeness of a value, by how little its form says. */
const minCloseness = ({ field: { kind }, isNumber }: FieldQuery): number => {
  if (isNumber) return 0.4
  return kind === "name" ? 0.74 : kind === "id" ? 0.5 : 0
}

const isRequest = /\b(?:please|can you)\b/i

/** The value nearest to the words of the field, in a sentence about it; the first where the field has no words. */
const nearest = (query: FieldQuery): string | number | undefined => {
  const { field, isNumber, source } = query
  const isNear = hasWords(field) && source.entry === undefined
  let best: { readonly value: string | number; readonly score: number } | undefined
  for (const passage of passagesAbout(field, source)) {
    // What is asked for has no name yet.
    if (field.kind === "name" && !isNumber && isQuestion(passage) && !isRequest.test(passage.text)) continue
    for (const candidate of acceptedIn(query, { ...passage, isLabelled: false })) {
      const score = isNear ? closeness(candidate, field) : 1
      if (score >= minCloseness(query) && score > (best?.score ?? 0)) best = { value: candidate.value, score }
    }
  }
  return best?.value
}

/** The only value of its kind in the texts that were asked about, that of their subject. */
const only = (query: FieldQuery): string | number | undefined => {
  const [first, ...others] = answeringIn(query.source).flatMap((passage) =>
    acceptedIn(query, { ...passage, isLabelled: false }).filter(({ isVague = false }) => !isVague)
  )
  return others.every(({ value }) => value === first?.value) ? first?.value : undefined
}

/** Characters of prose, at most, when the schema has no `maxLength`. */
const proseLength = 600

/** Up to three sentences about the field; the first ones for a field about the text as a whole. */
const readProse = ({ field, node, source }: FieldQuery): string => {
  const most = numberKeyword(node, "maxLength") ?? proseLength
  const about = field.own.length === 0 ? answeringIn(source) : passagesAbout(field, source)
  const told = about.filter((passage) => !isQuestion(passage)).slice(0, 3)
  return told.reduce((text, { text: sentence }) => {
    const longer = text === "" ? sentence : `${text} ${sentence}`
    return [...longer].length > most ? text : longer
  }, "")
}

const amount = /^\s*(\d[\d.,]*\s*(?:x\s+)?)(\p{L}+\s+)?/u
const isAmount = /\b(?:quantity|amount|qty|menge)\b/

/** The amount that an entry of a list begins with: "250 g" of "250 g flour", "3" of "3 chairs"; or what it is of. */
const partOfEntry = (entry: string, field: SchemaField): string => {
  const [, number = "", word = ""] = amount.exec(entry) ?? []
  const first = measureOf(word.trim().toLowerCase()) === undefined ? number : number + word
  if (isAmount.test(field.name)) return first.trim()
  // Without the price behind it: "chairs" of "3 chairs at $40 each".
  return entry
    .slice(first.length)
    .replace(/[\s,;:–-]+(?:(?:at|for|je|à)\s+)?[$€£]?\s?\d.*$/u, "")
    .trim()
}

/** Fields that ask for a place, and the words before it. */
const places: ReadonlyArray<readonly [names: RegExp, before: RegExp]> = [
  [/\borigin\b/, /^(?:from|aus|von)$/],
  [/\bdestination\b/, /^(?:to|nach)$/],
  [/\b(?:city|town|place|location|country|stadt|ort)\b/, /^(?:in|to|from|at|near|nach|aus)$/]
]

/** The first name that stands where places do: "the weather in Paris". */
const readPlace = (query: FieldQuery): string | number | undefined => {
  const before = places.find(([names]) => names.test(query.field.name))?.[1]
  if (before === undefined) return undefined
  return answeringIn(query.source)
    .flatMap((passage) => acceptedIn(query, { ...passage, isLabelled: false }))
    .find((candidate) => before.test(candidate.before.at(-1)?.text ?? ""))?.value
}

/** The number that an entry of a list has. */
export const firstNumber = (entry: string, field: SchemaField): string | number | undefined =>
  numbersIn(field, { tokens: tokenize(entry), isLabelled: true })[0]?.value

/** The text or the number of a field; undefined when the source has none. */
export const readValue = (query: FieldQuery): string | number | undefined => {
  const { field, isNumber, source } = query
  const { kind } = field
  if (kind === "query" && source.question !== undefined) return accepted(source.question, query)
  const labelled = labelledTexts(field, source)
  if (!isNumber && kind === "uri" && source.url !== undefined && labelled.length === 0)
    return accepted(source.url, query)
  const isWord = !isNumber && kind === "name"
  // Names and codes may be those of anything.
  const isOfAnything = isWord || (!isNumber && kind === "id")
  const isStated = isOfAnything && source.entry === undefined
  for (const text of [...labelled, ...(isStated ? statedTexts(field, source) : [])]) {
    const [first] = acceptedIn(query, { text, tokens: tokenize(text), isLabelled: true })
    if (first !== undefined && !(isNumber && first.before.length > 2)) return first.value
  }
  if (!isNumber && kind === "prose") {
    const prose = readProse(query)
    return prose === "" ? undefined : accepted(prose, query)
  }
  if (isWord && source.entry !== undefined) return accepted(partOfEntry(source.entry, field), query)
  const near =
    (isWord ? readPlace(query) : undefined) ?? (isWord && field.own.length === 0 ? undefined : nearest(query))
  if (near !== undefined || source.entry !== undefined || field.own.length > 1 || isOfAnything) return near
  return only(query)
}
