// Reads the option of an enum, and a boolean: as the text names it, else as the decisions engine decides it.
import { options as optionLimits } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"
import { tokenize } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { mentionedShare, type SchemaField } from "./field.ts"
import { type Filled, fromText } from "./filled.ts"
import { labelledTexts, readNumber } from "./readValue.ts"
import {
  answeringIn,
  type ExtractionScope,
  firstIn,
  passagesAbout,
  scopesOf,
  stemsOfPassage
} from "./scope.ts"

/** A question for the decisions engine. The options of a choice are values of the schema as text; a noul has none. */
export interface Decision {
  readonly state: string
  readonly instructions: string
  readonly options: ReadonlyArray<string>
}

/** The index of the chosen option (0 for yes), and its probability. */
export interface Outcome {
  readonly option: number
  readonly p: number
}

/** Asks the decisions engine. The outcome is undefined as long as its answer is open. */
export type Decide = (decision: Decision) => Outcome | undefined

/** Least probability at which an option, or a yes or no, is taken. */
const minProbability = 0.6

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Before an option that is negated: "not urgent", "without a window". */
const negated = /(?:\b(?:not|no|never|neither|nor|without|kein|keine|ohne|nicht)|n['’]t)\s+(?:\p{L}+\s+)?$/iu

/** Does a text mention an option, not negated? `bank_transfer`, `bank-transfer` and "bank transfer" are one name. */
const mentions = (text: string, option: string): boolean => {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${escape(option).replaceAll(/[_\s-]+/g, "[\\s_-]+")}(?![\\p{L}\\p{N}])`,
    "giu"
  )
  return Array.from(text.matchAll(pattern)).some(
    ({ index }) => !negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** Options of one or two letters mean something only behind a label, in the same case. */
const isShort = (option: string): boolean => option.length < 3

const namedIn = (texts: ReadonlyArray<string>, options: ReadonlyArray<string>, isLabelled: boolean) => {
  const named = options.filter(
    (option) =>
      option !== "" &&
      texts.some((text) => (isShort(option) ? isLabelled && text.startsWith(option) : mentions(text, option)))
  )
  // "not applicable" names "applicable", too.
  return named.filter((option) => !named.some((other) => other !== option && mentions(other, option)))
}

/** The options that a scope names: after the label of the field, else in sentences about it, else anywhere. */
export const namedOptions = (
  field: SchemaField,
  scope: ExtractionScope,
  options: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const told = answeringIn(scope).filter(({ text }) => !text.endsWith("?"))
  const about = passagesAbout(field, scope)
  const labelled = namedIn(labelledTexts({ field, scope }), options, true)
  if (labelled.length > 0) return labelled
  for (const passages of [about, told]) {
    const named = namedIn(
      passages.map(({ text }) => text),
      options,
      false
    )
    if (named.length > 0) return named
  }
  return []
}

const yes = /^(?:yes|true|y|on|x|✓|ja|sí|oui)\b/i
const no = /^(?:no|none|false|n|off|-|nein|non)(?!\p{L})/iu

/** The boolean after a label that names the field; undefined without one. */
const labelledBoolean = (field: SchemaField, scope: ExtractionScope): boolean | undefined => {
  for (const text of labelledTexts({ field, scope })) {
    if (yes.test(text)) return true
    if (no.test(text)) return false
  }
  return undefined
}

/** Characters of the text that the decisions engine reads, at most. */
const maxStateLength = 6_000

/** Names and descriptions of fields about the text as a whole, such as `sentiment`. */
const ofText =
  /\b(?:topic|subject|category|sentiment|intent|mood|tone|urgency|priority|severity|label|classification|language|department|genre|message|text|mail|email|review|request|ticket|comment)\b/

/** Least share of the field's words that the text must mention before the decisions engine is asked. */
const minShare = 0.5

const stateOf = ({ passages, question }: ExtractionScope): string => {
  const texts = passages.map(({ text }) => text)
  return texts.length === 0 ? question : texts.join("\n").slice(0, maxStateLength)
}

const isSpokenOf = ({ described, own }: SchemaField, { passages }: ExtractionScope): boolean =>
  passages.some((passage) => {
    if (passage.text.endsWith("?")) return false
    const stems = stemsOfPassage(passage)
    return Math.max(mentionedShare(own, stems), mentionedShare(described, stems)) >= minShare
  })

const decisionOf = (
  field: SchemaField,
  scope: ExtractionScope,
  options: ReadonlyArray<string> = []
): Decision => {
  const named = options.length === 0 ? `${field.name}?` : `What is the ${field.name}?`
  return { state: stateOf(scope), instructions: field.details === "" ? named : field.details, options }
}

const decided = (value: Schema.Json | undefined): Filled | undefined =>
  value === undefined ? undefined : { value, notFound: [], evidence: "decision" }

const optionText = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

/** Codes are chosen only where the text names them. */
const isWord = (lexicon: Lexicon, option: Schema.Json): boolean =>
  typeof option !== "string" ||
  (option.length > 2 && tokenize(option).some((token) => token.kind === "word" && lexicon.knows(token)))

/** One option of an `enum`; undefined where the scope does not tell which. */
export const readOption = (
  lexicon: Lexicon,
  decide: Decide,
  field: SchemaField,
  scope: ExtractionScope,
  all: ReadonlyArray<Schema.Json>
): Filled | undefined => {
  const options = all.filter((option) => option !== null)
  const texts = options.filter((option) => typeof option === "string")
  const named = firstIn(scope, (one) => {
    const some = namedOptions(field, one, texts)
    return some.length > 0 ? some : undefined
  })
  if (named?.length === 1 && named[0] !== undefined) return fromText(named[0])
  if (options.every((option) => typeof option === "number")) {
    const isValid = (value: string | number) => options.some((option) => option === value)
    const value = firstIn(scope, (one) => readNumber({ field, node: {}, scope: one, isValid }))
    return value === undefined ? undefined : fromText(value)
  }
  const open = (named ?? options.filter((option) => isWord(lexicon, option))).slice(0, optionLimits.max)
  const byText = new Map(open.map((option) => [optionText(option), option]))
  const isAbout =
    named !== undefined || ofText.test(field.description.toLowerCase()) || isSpokenOf(field, scope)
  if (scope.passages.length === 0 || byText.size < 2 || !isAbout) return undefined
  const outcome = decide(decisionOf(field, scope, [...byText.keys()]))
  return outcome === undefined || outcome.p < minProbability
    ? undefined
    : decided([...byText.values()][outcome.option])
}

/** A boolean: after a label that names the field, else decided, if the text speaks of the field. */
export const readBoolean = (
  decide: Decide,
  field: SchemaField,
  scope: ExtractionScope
): Filled | undefined => {
  const labelled = firstIn(scope, (one) => labelledBoolean(field, one))
  if (labelled !== undefined) return fromText(labelled)
  const about = scopesOf(scope).find((one) => isSpokenOf(field, one))
  const outcome = about === undefined ? undefined : decide(decisionOf(field, about))
  if (outcome === undefined) return undefined
  return decided(outcome.p >= minProbability ? true : outcome.p <= 1 - minProbability ? false : undefined)
}
