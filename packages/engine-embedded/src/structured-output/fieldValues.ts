// Extracts the text of a field: chooses among the candidates in the passages.
import { looksLikeCode } from "../question-answering/plainText.ts"
import type { Passage } from "../question-answering/passages.ts"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { closeness, fieldWords, hasWords, mentionedShare, speaksOf } from "./fieldEvidence.ts"
import type { ExtractionScope, SchemaField } from "./field.ts"
import { type FieldKind, kindOf } from "./fieldKind.ts"
import { codeOfLabel, findLabelled, labelMatch } from "./labelledValues.ts"
import { findNamed } from "./namedValues.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { numberKeyword, stringKeyword } from "@leadline/core/internal"
import { findFormatted } from "./findValues.ts"
import { findCodes } from "./readers/codes.ts"
import { patternSource } from "@leadline/core/internal"

/** A field, and where to look for its value. */
export interface FieldQuery {
  readonly lexicon: Lexicon
  readonly node: SchemaNode
  readonly field: SchemaField
  /** The passages of the scope, those that match the field best first. */
  readonly ranked: ReadonlyArray<RankedPassage>
  readonly scope: ExtractionScope
}

/** A candidate with a score: higher is closer to the field. */
export interface Candidate<A> {
  readonly value: A
  readonly score: number
}

/** The candidate with the highest score; `undefined` when two different values share it. */
export const best = <A>(candidates: ReadonlyArray<Candidate<A>>): A | undefined => {
  const most = candidates.reduce((top, { score }) => Math.max(top, score), 0)
  const first = candidates.filter(({ score }) => score === most)
  return new Set(first.map(({ value }) => value)).size === 1 ? first[0]?.value : undefined
}

/** The values after labels that name a field, such as "Total: 12 EUR", scored by how well the label fits. */
export const labelled = (
  { field, scope }: FieldQuery,
  kind: FieldKind,
  type: string
): ReadonlyArray<Candidate<string>> =>
  scope.passages.flatMap(({ text }) =>
    findLabelled(text).flatMap(({ label, value }) => {
      const code = kind === "id" ? codeOfLabel(label) : undefined
      if (code !== undefined)
        return labelMatch(code.rest, field, kind, type) > 0 ? [{ value: code.value, score: 1 }] : []
      const score = labelMatch(label, field, kind, type)
      return score === 0 || value === "" ? [] : [{ value, score }]
    })
  )

/** Names of prose fields that any text can fill, such as `summary`. Other prose must be about the field. */
const genericProse =
  /^(?:(?:short|brief|long|full|one|page|article|document) )?(?:description|summary|answer|explanation|text|content|overview|response|sentences?|facts?|findings?|(?:key |main )?points?|message)$/
const causeWords = /\b(?:because|since|due to|so that|therefore|otherwise|in order to|as a result)\b/i

/** Length of a text in code points, as JSON Schema counts it. */
const codePointLength = (text: string): number => Array.from(text).length

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

/** Makes a function that fits a text to the lengths and pattern of a schema: all of it, or words of it. Prose is shortened. */
export const makeFitter = (node: SchemaNode, prose: boolean): ((text: string) => string | undefined) => {
  const least = numberKeyword(node, "minLength") ?? 0
  const most = numberKeyword(node, "maxLength") ?? Infinity
  const source = stringKeyword(node, "pattern")
  const pattern = source === undefined ? undefined : new RegExp(patternSource(source) ?? source, "u")
  const fits = (candidate: string): boolean =>
    candidate !== "" &&
    codePointLength(candidate) >= least &&
    codePointLength(candidate) <= most &&
    (pattern === undefined || pattern.test(candidate))
  return (text) => {
    const whole = prose ? shorten(text, most) : text
    if (fits(whole)) return whole
    // A code that the text writes in groups and the schema does not.
    const joined = text.replaceAll(/[ -]/g, "")
    if (pattern !== undefined && /\d/.test(text) && text.length <= 40 && fits(joined)) return joined
    if (pattern === undefined) return undefined
    const words = text.split(/\s+/, maxWords)
    const bare = words.flatMap((word) => [word, word.replace(/^["'“(]+|[.,;:!?)"'”]+$/g, "")])
    return [...bare, ...words.map((word, at) => `${word} ${words[at + 1] ?? ""}`.trim())].find(fits)
  }
}

const isProse = ({ text }: Passage): boolean => !looksLikeCode(text) && /\p{L}/u.test(text)

/** Sentences for a field of prose, best first. */
export const proseOf = ({ field, lexicon, ranked }: FieldQuery): ReadonlyArray<string> => {
  const words = fieldWords(lexicon, field, "prose")
  const generic = genericProse.test(field.name) || field.name === ""
  return ranked
    .filter(({ passage }) => {
      if (!isProse(passage) || passage.text.endsWith("?")) return false
      if (generic) return true
      return /\breason/.test(field.name) ? causeWords.test(passage.text) : speaksOf(words, passage)
    })
    .map(({ passage }) => passage.text)
}

const addresses: ReadonlySet<FieldKind> = new Set([
  "address",
  "email",
  "iban",
  "ipv4",
  "phone",
  "postcode",
  "street",
  "uri",
  "uuid"
])

/** Values of a kind with a format, such as dates. Those near the field's words score highest. */
const formattedValues = (
  { field, lexicon, scope }: FieldQuery,
  kind: FieldKind
): ReadonlyArray<Candidate<string>> => {
  const words = fieldWords(lexicon, field, kind)
  const isOwn = hasWords(words)
  return scope.passages.flatMap((passage) =>
    (findFormatted(kind, passage.text, field.dateOrder) ?? []).flatMap(({ end, start, value }) => {
      if (!isOwn) return [{ value, score: 1 }]
      if (speaksOf(words, passage)) return [{ value, score: 1 + closeness(words, passage.text, start, end) }]
      // An address needs no words of the field near it. A date needs half of those of the description.
      const isLikely = addresses.has(kind)
        ? words.own.length === 0
        : mentionedShare(words.described, passage) >= 0.5
      return isLikely ? [{ value, score: 0.1 }] : []
    })
  )
}

/** Characters of prose, at most, when the schema has no `maxLength`. */
const proseLength = 600

/** The code that a text starts with; else its first word. */
const firstCode = (value: string): string | undefined => {
  const [code] = findCodes(value)
  return code?.start === 0 ? code.value : value.split(/[\s,;]+/)[0]
}

/** The text of a field; `undefined` when the passages have none. */
export const extractText = (query: FieldQuery): string | undefined => {
  const { field, lexicon, node, scope } = query
  const kind = kindOf(field, node, "string")
  const fit = makeFitter(node, kind === "prose")
  const fitted = (candidates: ReadonlyArray<Candidate<string>>) =>
    candidates.flatMap(({ score, value }) => {
      const text = fit(value)
      return text === undefined ? [] : [{ value: text, score }]
    })
  if (kind === "query") return fit(scope.question.text)
  const shaped = (text: string) => (findFormatted(kind, text, field.dateOrder) ?? [{ value: text }])[0]?.value
  const named = labelled(query, kind, "string").flatMap(({ score, value }) => {
    const text = kind === "id" ? firstCode(value) : shaped(value)
    return text === undefined ? [] : [{ value: text, score }]
  })
  const chosen = best(fitted(named))
  if (chosen !== undefined) return chosen
  if (kind === "source" || (kind === "uri" && scope.pages.length > 0)) {
    const url = scope.pages.map((page) => fit(page.url)).find((text) => text !== undefined)
    if (url !== undefined) return url
  }
  if (kind === "prose") {
    const most = numberKeyword(node, "maxLength") ?? proseLength
    const text = proseOf(query)
      .slice(0, 3)
      .reduce((all, sentence) => {
        const longer = all === "" ? sentence : `${all} ${sentence}`
        return codePointLength(longer) <= most || all === "" ? longer : all
      }, "")
    return fit(text)
  }
  if (findFormatted(kind, "") !== undefined) return best(fitted(formattedValues(query, kind)))
  const pattern = stringKeyword(node, "pattern")
  const words = fieldWords(lexicon, field, kind)
  const found = scope.passages.flatMap((passage) => findNamed(passage, field, kind, words))
  const value = best(fitted(found))
  if (value !== undefined || pattern === undefined) return value
  // Text that matches the pattern is likely the value.
  return best(
    fitted(
      scope.passages
        .filter((passage) => words.own.length === 0 || speaksOf(words, passage))
        .map(({ text }) => ({ value: text, score: 1 }))
    )
  )
}
