// Plans values that are chosen from a list, and yes or no. What the text does not speak of is not decided.
import type * as Schema from "effect/Schema"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import { fieldWords, mentionedShare, speaksOf } from "./fieldEvidence.ts"
import type { ExtractionScope } from "./field.ts"
import type { FieldQuery } from "./fieldValues.ts"
import { chooseNumber } from "./chooseNumber.ts"
import { findLabelled, labelMatch } from "./labelledValues.ts"
import type { PlannedValue } from "./plan.ts"
import { knownValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"

/** Options of one question to the decisions engine, at most. */
const maxOptions = 255

/** The longest text that is sent to the decisions engine, in characters. */
const maxStateLength = 6_000

/** The passages that a decision is made on, best first; the question itself when there are none. */
const stateText = (ranked: ReadonlyArray<RankedPassage>, scope: ExtractionScope): string => {
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

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const negated = /\b(?:not|no|never|neither|nor|n't|without)\s+(?:\p{L}+\s+)?$/iu

/** Does a text mention an option, not negated? Underscores stand for spaces. */
const mentions = (text: string, option: string, flags: "" | "i"): boolean => {
  const words = escape(option).replaceAll(/[_\s-]+/g, "[\\s_-]+")
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, `gu${flags}`)
  return Array.from(text.matchAll(pattern)).some(
    ({ index }) => !negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** A name, such as Windows, rather than a common word, such as high. */
const isName = (option: string): boolean => /^\p{Lu}/u.test(option) || /\d/.test(option)

/** The longest options first: "not applicable" before "applicable". */
const mentionedIn = (texts: ReadonlyArray<string>, options: ReadonlyArray<string>, flags: "" | "i") => {
  const found = options.filter(
    (option) => option !== "" && texts.some((text) => mentions(text, option, flags))
  )
  return found.filter((option) => !found.some((other) => other !== option && mentions(other, option, "i")))
}

/** Options that the text names: after a label, in a sentence about the field, or by a name of their own. */
const namedOptions = (query: FieldQuery, options: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { field, lexicon, scope } = query
  const labelled = scope.passages.flatMap(({ text }) =>
    findLabelled(text).flatMap(({ label, value }) =>
      labelMatch(label, field, "other", "string") > 0 ? [value] : []
    )
  )
  const words = fieldWords(lexicon, field, "other")
  const speaking = scope.passages.filter((passage) => speaksOf(words, passage)).map(({ text }) => text)
  const texts = scope.passages.map(({ text }) => text)
  for (const found of [
    mentionedIn(labelled, options, "i"),
    mentionedIn(speaking, options, "i"),
    mentionedIn(texts, options.filter(isName), "")
  ])
    if (found.length > 0) return found
  return []
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
    const value = chooseNumber("number", query)
    return value === undefined ? undefined : knownValue(value, true)
  }
  const byName = new Map(
    (named.length > 1 ? named : options).slice(0, maxOptions).map((option) => [optionText(option), option])
  )
  if (scope.passages.length === 0 || byName.size < 2) return undefined
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

/** Least share of the words of a question that a sentence must mention before the question is asked. */
const minShare = 0.6

const yes = /^(?:yes|true|y|on|x|✓)$/i
const no = /^(?:no|false|n|off|none|-)$/i

/** What a label says: "Express: no". */
const labelledBoolean = ({ field, scope }: FieldQuery): boolean | undefined => {
  for (const { text } of scope.passages)
    for (const { label, value } of findLabelled(text))
      if (labelMatch(label, field, "other", "boolean") > 0) {
        if (yes.test(value)) return true
        if (no.test(value)) return false
      }
  return undefined
}

/** Plans yes or no; `undefined` when no sentence speaks of it. */
export const planBoolean = ({ decide }: PlanContext, query: FieldQuery): PlannedValue => {
  const { field, lexicon, ranked, scope } = query
  const labelled = labelledBoolean(query)
  if (labelled !== undefined) return knownValue(labelled, true)
  const words = fieldWords(lexicon, field, "other")
  const speaks = ({ passage }: RankedPassage): boolean =>
    Math.max(mentionedShare(words.own, passage), mentionedShare(words.described, passage)) >= minShare
  const speaking = ranked.filter(speaks)
  if (speaking.length === 0) return undefined
  const instructions = field.details === "" ? `${field.name}?` : field.details
  return {
    kind: "noul",
    decision: decide({ state: stateText(speaking, scope), instructions, kind: "noul", options: [] })
  }
}
