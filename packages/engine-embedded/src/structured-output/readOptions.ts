// Reads the option of an enum, and a boolean: as the text names it, else as the decisions engine decides it.
import { options as optionLimits, type Question } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"
import type { SchemaField } from "./field.ts"
import { labelledTexts, readValue } from "./readValue.ts"
import { answeringIn, firstIn, isQuestion, passagesAbout, type Source } from "./sources.ts"

/** A question for the decisions engine about a text. */
export interface Decision {
  readonly state: string
  readonly question: Question
}

/** The chosen option, or "true" or "false"; undefined where the engine is not sure. */
export type Outcome = string | undefined

/** Asks the decisions engine. The outcome is undefined as long as its answer is open. */
export type Decide = (decision: Decision) => Outcome

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Before an option that is negated: "not urgent", "without a window". */
const negated = /(?:\b(?:not|no|never|neither|nor|without|kein|keine|ohne|nicht)|n['’]t)\s+(?:\p{L}+\s+)?$/iu

/** Does a text mention an option, not negated? `bank_transfer`, `bank-transfer` and "bank transfer" are one name. */
const mentions = (text: string, option: string): boolean => {
  const words = escape(option).replaceAll(/[_\s-]+/g, "[\\s_-]+")
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "giu")
  return Array.from(text.matchAll(pattern)).some(
    ({ index }) => !negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** Options of one or two letters mean something only behind a label, in the same case. */
const isShort = (option: string): boolean => option.length < 3

/** The options that a source names: after the label of the field, else in sentences about it, else anywhere; undefined for none. */
export const namedOptions = (
  field: SchemaField,
  source: Source,
  options: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  const labelled = labelledTexts(field, source)
  const about = passagesAbout(field, source).map(({ text }) => text)
  const told = answeringIn(source).flatMap((passage) => (isQuestion(passage) ? [] : passage.text))
  for (const texts of [labelled, about, told]) {
    const named = options.filter((option) =>
      texts.some((text) =>
        isShort(option)
          ? texts === labelled && option !== "" && text.startsWith(option)
          : mentions(text, option)
      )
    )
    // "not applicable" names "applicable", too.
    if (named.length > 0)
      return named.filter((option) => !named.some((other) => other !== option && mentions(other, option)))
  }
  return undefined
}

/** Characters of the text that the decisions engine reads, at most. */
const maxStateLength = 6_000

const decisionOf = (
  { details, name }: SchemaField,
  { passages }: Source,
  options?: ReadonlyArray<string>
): Decision => {
  const texts = passages.map(({ text }) => text)
  const instructions = details || (options === undefined ? `${name}?` : `What is the ${name}?`)
  return {
    state: texts.join("\n").slice(0, maxStateLength),
    question:
      options === undefined
        ? { type: "noul", instructions }
        : { type: "choice", instructions, criteria: Object.fromEntries(options.map((one) => [one, null])) }
  }
}

const isSpokenOf = (field: SchemaField, source: Source): boolean =>
  passagesAbout(field, source).some((passage) => !isQuestion(passage))

/** Names and descriptions of fields about the text as a whole, such as `sentiment`. */
const ofText =
  /\b(?:topic|subject|category|sentiment|intent|mood|tone|urgency|priority|severity|label|classification|language|department|genre|message|text|mail|email|review|request|ticket|comment)\b/i

const optionText = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

/** One option of an `enum`; undefined where the sources do not tell which. */
export const readOption = (
  decide: Decide,
  field: SchemaField,
  sources: ReadonlyArray<Source>,
  all: ReadonlyArray<Schema.Json>
): Schema.Json | undefined => {
  const options = all.filter((option) => option !== null)
  const texts = options.filter((option) => typeof option === "string")
  const named = firstIn(sources, (source) => namedOptions(field, source, texts))
  if (named?.length === 1) return named[0]
  if (options.every((option) => typeof option === "number")) {
    const isValid = (value: string | number) => options.some((option) => option === value)
    return firstIn(sources, (source) => readValue({ field, node: {}, source, isNumber: true, isValid }))
  }
  const open = named ?? options.filter((option) => typeof option !== "string" || !isShort(option))
  const byText = new Map(open.slice(0, optionLimits.max).map((option) => [optionText(option), option]))
  const [source] = sources
  if (source === undefined || source.passages.length === 0 || byText.size < 2) return undefined
  if (named === undefined && !ofText.test(field.description) && !isSpokenOf(field, source)) return undefined
  return byText.get(decide(decisionOf(field, source, [...byText.keys()])) ?? "")
}

const yes = /^(?:yes|true|y|on|x|✓|ja|sí|oui)(?!\p{L})/iu
const no = /^(?:no|none|false|n|off|-|nein|non)(?!\p{L})/iu

/** A boolean: after a label that names the field, else decided, if the text speaks of the field. */
export const readBoolean = (
  decide: Decide,
  field: SchemaField,
  sources: ReadonlyArray<Source>
): boolean | undefined => {
  const labelled = sources.flatMap((source) => labelledTexts(field, source))
  const said = labelled.find((text) => yes.test(text) || no.test(text))
  if (said !== undefined) return yes.test(said)
  const about = sources.find((source) => isSpokenOf(field, source))
  const outcome = about === undefined ? undefined : decide(decisionOf(field, about))
  return outcome === undefined ? undefined : outcome === "true"
}
