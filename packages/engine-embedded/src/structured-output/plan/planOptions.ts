// Plans values that are chosen from a list. What the text does not speak of is not decided.
import type * as Schema from "effect/Schema"
import type { RankedPassage } from "../../question-answering/rankPassages.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { fieldWords, mentionedShare } from "../fieldEvidence.ts"
import type { ExtractionScope, SchemaField } from "../field.ts"
import type { FieldQuery } from "../fieldValues.ts"
import { extractNumber } from "../extractNumber.ts"
import { deniedOptions, namedOptions } from "../namedOptions.ts"
import type { PlannedValue } from "./plan.ts"
import { knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"

/** Options of one question to the decisions engine, at most. */
const maxOptions = 255

/** The longest text that is sent to the decisions engine, in characters. */
const maxStateLength = 6_000

/** The passages that a decision is made on, best first; the question itself when there are none. */
export const stateText = (ranked: ReadonlyArray<RankedPassage>, scope: ExtractionScope): string => {
  const texts: Array<string> = []
  let length = 0
  for (const { passage } of ranked) {
    length += passage.text.length
    if (length > maxStateLength) break
    texts.push(passage.text)
  }
  return texts.length === 0 ? scope.question.text : texts.join("\n")
}

const optionText = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

/** Names and descriptions of fields that are about the text as a whole. */
const ofText =
  /\b(?:topic|subject|category|sentiment|intent|intention|mood|tone|urgency|priority|severity|label|classification|language|department|genre)\b|\b(?:message|text|mail|email|review|writer|author|request|ticket|comment)\b/

const classifies = ({ description, name }: SchemaField): boolean =>
  name === "" || ofText.test(description.toLowerCase())

/** Least share of the words of a field that a sentence must mention before it is decided on. */
const minShare = 0.5

const isSpokenOf = ({ field, lexicon, scope }: FieldQuery): boolean => {
  const words = fieldWords(lexicon, field, "other")
  return scope.passages.some(
    (passage) =>
      Math.max(mentionedShare(words.own, passage), mentionedShare(words.described, passage)) >= minShare
  )
}

/** Has an option a word whose meaning is known? Short capitals and numbers are codes: they are named, or not meant. */
const hasMeaning = (lexicon: Lexicon, option: Schema.Json): boolean =>
  typeof option !== "string" ||
  (!/^[\p{Lu}\d]{1,2}$/u.test(option) &&
    tokenize(option).some((token) => token.kind === "word" && lexicon.knows(token)))

/** The options that may be meant without being named: words that the text does not deny. */
const openOptions = (
  { lexicon, scope }: FieldQuery,
  options: ReadonlyArray<Schema.Json>
): ReadonlyArray<Schema.Json> => {
  const denied = deniedOptions(
    scope.passages.map(({ text }) => text),
    options.filter((option) => typeof option === "string")
  )
  return options.filter(
    (option) => hasMeaning(lexicon, option) && !(typeof option === "string" && denied.has(option))
  )
}

/** Plans a choice between the values of an `enum`; `undefined` when there is nothing to choose by. */
export const planOptions = (
  { decide }: PlanContext,
  query: FieldQuery,
  all: ReadonlyArray<Schema.Json>
): PlannedValue => {
  const { field, ranked, scope } = query
  const [only] = all
  if (all.length === 1 && only !== undefined) return knownValue(only, false)
  const options = all.filter((option) => option !== null)
  const texts = options.filter((option) => typeof option === "string")
  const named = namedOptions(query, texts)
  const [first] = named
  if (named.length === 1 && first !== undefined) return knownValue(first, true)
  if (options.every((option) => typeof option === "number")) {
    const value = extractNumber("number", query)
    return value === undefined ? undefined : knownValue(value, true)
  }
  const byName = new Map(
    (named.length > 1 ? named : openOptions(query, options))
      .slice(0, maxOptions)
      .map((option) => [optionText(option), option])
  )
  if (scope.passages.length === 0 || byName.size < 2) return undefined
  if (named.length === 0 && !classifies(field) && !isSpokenOf(query)) return undefined
  const decision = decide({
    state: stateText(ranked, scope),
    instructions: field.details === "" ? `What is the ${field.name}?` : field.details,
    kind: "choice",
    options: [...byName.keys()]
  })
  return { kind: "choice", decision, values: [...byName.values()] }
}

/** Plans the entries of a list whose values are those of an `enum`. */
export const planSeveral = (
  { decide }: PlanContext,
  query: FieldQuery,
  options: ReadonlyArray<Schema.Json>,
  { max, min }: { readonly min: number; readonly max: number }
): PlannedValue => {
  const { field, ranked, scope } = query
  const named = namedOptions(
    query,
    options.filter((option) => typeof option === "string")
  )
  if (named.length > 0) {
    if (named.length < min) return undefined
    const items = options.filter((option) => typeof option === "string" && named.includes(option))
    return { kind: "array", items: items.slice(0, max).map((option) => knownValue(option, true)), min }
  }
  if (scope.passages.length === 0) return min > 0 ? undefined : { kind: "array", items: [], min }
  const state = stateText(ranked, scope)
  const decisions = options.map((option) =>
    decide({
      state,
      kind: "noul",
      options: [],
      instructions: `${field.details === "" ? field.name : field.details}: ${optionText(option)}`
    })
  )
  return { kind: "several", decisions, values: options, min, max }
}
