// Plans values of an `enum`. Nothing is planned when the text is not about the field.
import type * as Schema from "effect/Schema"
import type { RankedPassage } from "../../question-answering/rankPassages.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { fieldWords, mentionedShare } from "../fieldEvidence.ts"
import type { ExtractionScope, SchemaField } from "../field.ts"
import type { FieldQuery } from "../fieldValues.ts"
import { extractNumber } from "../extractNumber.ts"
import { negatedOptions, namedOptions } from "../namedOptions.ts"
import type { PlannedValue } from "./plan.ts"
import { knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"

/** Options of one question to the decisions engine, at most. */
const maxOptions = 255

/** The longest text that is sent to the decisions engine, in characters. */
const maxStateLength = 6_000

/** The text that the decisions engine decides on: the best passages, else the question itself. */
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

/** Matches names and descriptions of fields about the text as a whole, such as `sentiment`. */
const ofText =
  /\b(?:topic|subject|category|sentiment|intent|intention|mood|tone|urgency|priority|severity|label|classification|language|department|genre)\b|\b(?:message|text|mail|email|review|writer|author|request|ticket|comment)\b/

const classifies = ({ description, name }: SchemaField): boolean =>
  name === "" || ofText.test(description.toLowerCase())

/** Least share of the field's words that a sentence must mention before the decisions engine is asked. */
const minShare = 0.5

const isSpokenOf = ({ field, lexicon, scope }: FieldQuery): boolean => {
  const words = fieldWords(lexicon, field, "other")
  return scope.passages.some(
    (passage) =>
      Math.max(mentionedShare(words.own, passage), mentionedShare(words.described, passage)) >= minShare
  )
}

/** Has an option a known word? Others are codes, which are chosen only when the text names them. */
const hasMeaning = (lexicon: Lexicon, option: Schema.Json): boolean =>
  typeof option !== "string" ||
  (!/^[\p{Lu}\d]{1,2}$/u.test(option) &&
    tokenize(option).some((token) => token.kind === "word" && lexicon.knows(token)))

/** The options that the decisions engine may choose although the text does not name them: known words that it does not negate. */
const openOptions = (
  { lexicon, scope }: FieldQuery,
  options: ReadonlyArray<Schema.Json>
): ReadonlyArray<Schema.Json> => {
  const negated = negatedOptions(
    scope.passages.map(({ text }) => text),
    options.filter((option) => typeof option === "string")
  )
  return options.filter(
    (option) => hasMeaning(lexicon, option) && !(typeof option === "string" && negated.has(option))
  )
}

/** Plans one value of an `enum`; `undefined` when the text is not about the field. */
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

/** Plans an array whose items are values of an `enum`. */
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
