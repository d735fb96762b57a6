// Finds short values next to the word for them: "The keeper is Anne Le Goff", "reported by Mina Okafor", "version 4.2.1".
import type { Passage } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import { type FieldWords, speaksOf } from "./fieldEvidence.ts"
import type { SchemaField } from "./field.ts"
import type { FieldKind } from "./fieldKind.ts"
import { findNames } from "./findValues.ts"
import { findCodes } from "./readers/codes.ts"
import { isDayOrMonth } from "./readers/dates.ts"
import { findTowns } from "./readers/postalAddresses.ts"
import { overlaps, type Span } from "./readers/span.ts"

interface Candidate {
  readonly value: string
  readonly score: number
}

/** An owner between the field's word and its value: "of the lorry" in "the plate of the lorry is". */
const owner =
  "(?:\\s+(?:of|for)\\s+(?:the|an?|our|my|your|its|their)\\s+\\p{Ll}+(?:\\s\\p{Ll}+)?(?=\\s+(?:is|was|are)\\b))?"
/** Words between a field's word and its value: "is", "by", "called". Not "of": the mayor of a town is not the town. */
const link = new RegExp(
  `^${owner}\\s*(?:(?:is|are|was|were|by|as|to|for|named|called|no\\.?|nr\\.?|number|plate|code|id|the|a|an|:|=|,)\\s*){0,3}$`,
  "iu"
)
/** Matches a question, in which what follows the field's word is not its value: "What is the name of the tower?". */
const asks = /^(?:\P{L}*)(?:how|what|when|where|which|who|whom|whose|why)\b.*\?\s*$/isu
const linkInQuestion = /^\s*(?:(?:named|called|no|number|code|id|:|=)\s*){0,3}$/i
/** Words between a value and the field's word after it: "is the". */
const linkBack = /^\s*(?:,|\(|is|was|are|were)\s*(?:the|a|an|our|its|their|your|my)?\s*(?:[\p{Ll}]+\s+)?$/iu
const afterCopula = /^\s*(?:is|are|was|were|:|=)\s+((?:the\s+|an?\s+)?[^,;.!?\n]{1,60})/i

/** Words of a text with their positions. */
const wordsOf = (text: string): ReadonlyArray<Span<string>> =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu), (match) => ({
    value: match[0],
    start: match.index,
    end: match.index + match[0].length
  }))

/** The words of a text that match a field's words. */
const mentions = (text: string, words: FieldWords): ReadonlyArray<Span<string>> => {
  const stems = new Set(words.own.flatMap((any) => [...any]))
  return wordsOf(text).filter(({ value }) => tokenize(value).some(({ stem }) => stems.has(stem)))
}

const introductions =
  /\b(?:my name is|the name(?: of)?|i am|i'm|this is|(?:is|was) (?:called|named)|signed,?|regards,?|sincerely,?)\s+$/i

/** What stands before the name of a person who is not the writer: "My manager is called". */
const ofAnother =
  /\b(?:my|our|his|her|their|your)\s+(?!name\b)\p{Ll}+(?:\s\p{Ll}+)?\s+(?:is|was)\s+(?:called|named)\s+$/iu

/** Words in names that are not of persons. */
const notPerson =
  /\b(?:Inc|Ltd|LLC|GmbH|AG|Co|Corp|Company|Group|Team|University|School|Hotel|Street|Road|Lane|Avenue|Square|Bridge|River|Lake|Bay|Park|City)\.?$/

/** A person as the subject of a sentence: "Ann Lee (34) lives in Graz". */
const subject = (text: string): ReadonlyArray<Candidate> =>
  findNames(text)
    .filter(
      ({ start, value }) =>
        /^$|:\s$/.test(text.slice(0, start).slice(-2)) && /^\p{Lu}\p{Ll}+(?: \p{Lu}[\p{Ll}.]*)+$/u.test(value)
    )
    .flatMap(({ end, value }) =>
      !notPerson.test(value) && /^(?:,| \(|\s\p{Ll})/u.test(text.slice(end)) ? [{ value, score: 0.5 }] : []
    )

/** A name after an introduction: "my name is Tomas Brandt". */
const introduced = (text: string): ReadonlyArray<Candidate> =>
  findNames(text).flatMap(({ start, value }) =>
    introductions.test(text.slice(Math.max(0, start - 24), start)) &&
    !ofAnother.test(text.slice(Math.max(0, start - 40), start)) &&
    /^\p{Lu}\p{L}+/u.test(value)
      ? [{ value, score: 1 }]
      : []
  )

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("")
const countries = new Set(
  letters.flatMap((first) => letters.flatMap((second) => regionNames.of(first + second) ?? []))
)

/** A place after "in", "from" or "to". */
const places = (text: string, name: string): ReadonlyArray<Candidate> => {
  const country = /\bcountry\b/.test(name)
  const before = /\bdestination\b/.test(name)
    ? /\bto\s+(?:the\s+)?$/i
    : /\borigin\b/.test(name)
      ? /\bfrom\s+(?:the\s+)?$/i
      : /\b(?:in|near|at|from|to|city|town|country|en|bei|aus|nach|von)\s+(?:of\s+)?(?:the\s+)?$/i
  if (!country && findTowns(text).length > 0 && !/\b(?:destination|origin)\b/.test(name))
    return findTowns(text).map(({ value }) => ({ value, score: 2 }))
  return findNames(text).flatMap(({ start, value }) => {
    const isPlace = before.test(text.slice(Math.max(0, start - 16), start)) && /^\p{Lu}\p{Ll}/u.test(value)
    return isPlace && !isDayOrMonth(value.split(" ")[0] ?? "") && countries.has(value) === country
      ? [{ value, score: 1 }]
      : []
  })
}

/** Candidates for the value of a field in a passage. */
export const findNamed = (
  passage: Passage,
  { name }: SchemaField,
  kind: FieldKind,
  words: FieldWords
): ReadonlyArray<Candidate> => {
  const { text } = passage
  if (words.own.length === 0) {
    if (kind === "person") return [...introduced(text), ...subject(text)]
    if (kind === "place") return places(text, name)
  }
  if (words.own.length > 0 && !speaksOf({ ...words, described: [] }, passage)) return []
  const found: Array<Candidate> = []
  const values = kind === "id" ? findCodes(text) : findNames(text)
  const own = mentions(text, words)
  const isQuestion = asks.test(text)
  const joins = isQuestion ? linkInQuestion : link
  for (const mention of own) {
    for (const value of values) {
      if (overlaps(value, mention)) {
        const rest = value.start === mention.start ? text.slice(mention.end, value.end).trim() : ""
        if (kind === "id" && /^\S*\d/.test(rest)) found.push({ value: rest, score: 0.9 })
        continue
      }
      const between = value.start >= mention.end ? text.slice(mention.end, value.start) : undefined
      if (between !== undefined && joins.test(between))
        found.push({ value: value.value, score: 0.9 - between.length / 100 })
      const back = value.end <= mention.start ? text.slice(value.end, mention.start) : undefined
      if (back !== undefined && kind !== "id" && linkBack.test(back))
        found.push({ value: value.value, score: 0.6 })
    }
    if (isQuestion) continue
    const rest = afterCopula
      .exec(text.slice(mention.end))?.[1]
      ?.trim()
      .replace(/^(?:the|an?)\s+/i, "")
    if (rest !== undefined && kind === "other" && rest.split(/\s+/).length <= 5 && found.length === 0)
      found.push({ value: rest, score: 0.5 })
  }
  return found
}
