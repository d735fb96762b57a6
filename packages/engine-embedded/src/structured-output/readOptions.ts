// Reads the option of an enum, and a boolean: as the text names it, else as the decisions engine decides it.
import { options as optionLimits, type Question } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"
import { type SchemaField, speaksOf } from "./field.ts"
import { labelledTexts } from "./readValue.ts"
import { firstIn, passagesAbout, type Source } from "./sources.ts"
import { statements } from "../text/passages.ts"

/** A question for the decisions engine about a text. */
export interface Decision {
  readonly state: string
  readonly question: Question
}

/** Asks the decisions engine: the chosen option, or "true" or "false"; undefined where it is not sure, or not asked yet. */
export type Decide = (decision: Decision) => string | undefined

/** Before an option that is negated: "not urgent", "without a window". */
const negated =
  /(?:\b(?:not|no|never|neither|nor|without|kein|keine|ohne|nicht)|n['’]t)\s+(?:\p{L}+\s+){0,2}$/iu

/** Does a text mention an option, not negated? `bank_transfer`, `bank-transfer` and "bank transfer" are one name. */
const mentions = (text: string, option: string): boolean => {
  const words = option.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/[_\s-]+/g, "[\\s_-]+")
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "giu")
  return Array.from(text.matchAll(pattern)).some(
    ({ index }) => !negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** The options that texts mention. "not applicable" names "applicable", too. */
const mentionedIn = (texts: ReadonlyArray<string>, options: ReadonlyArray<string>): ReadonlyArray<string> => {
  // There may be a thousand options, and to make a pattern of each takes long.
  const whole = texts.join("\n").toLowerCase()
  const likely = options.filter((option) => whole.includes(/[^_\s-]+/.exec(option.toLowerCase())?.[0] ?? ""))
  const named = likely.filter((option) => texts.some((text) => mentions(text, option)))
  return named.filter((option) => !named.some((one) => one !== option && mentions(one, option)))
}

/** The options that a source names: after the label of the field, else anywhere. Undefined for none. */
export const namedOptions = (
  field: SchemaField,
  source: Source,
  options: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  // One of a letter or two means something only behind a label.
  const long = options.filter(({ length }) => length > 2)
  const labelled = mentionedIn(labelledTexts(field, source), options)
  const named = labelled.length > 0 ? labelled : mentionedIn(statements(source.answering), long)
  return named.length > 0 ? named : undefined
}

/** Characters of the text that the decisions engine reads, at most. */
const maxStateLength = 6_000

/** The beginning of a question whether something is so. */
const whether = /^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)\b/i

const decisionOf = (
  field: SchemaField,
  { answering, passages, question }: Source,
  options?: ReadonlyArray<string>
): Decision => {
  // A boolean named `answer` is the answer to the question, and so is `open` to "Is the shop open on Sunday?"
  const isOpen = question !== undefined && options === undefined && field.details === ""
  const isAnswer = isOpen && (field.kind === "prose" || (whether.test(question) && speaksOf(field, question)))
  const instructions = isAnswer ? question : field.details || `${field.name}?`
  return {
    state: statements(isAnswer ? answering : passages)
      .join("\n")
      .slice(0, maxStateLength),
    question:
      options === undefined
        ? { type: "noul", instructions }
        : { type: "choice", instructions, criteria: Object.fromEntries(options.map((one) => [one, null])) }
  }
}

const isSpokenOf = (field: SchemaField, source: Source): boolean =>
  statements(passagesAbout(field, source)).length > 0

/** Names and descriptions of fields about the text as a whole, such as `sentiment`. */
const ofText =
  /\b(?:topic|subject|category|sentiment|intent|mood|tone|urgency|priority|severity|label|classification|language|department|genre|message|text|mail|email|review|request|ticket|comment)\b/i

/** One option of an `enum`; undefined where the sources do not tell which. */
export const readOption = (
  decide: Decide,
  field: SchemaField,
  sources: ReadonlyArray<Source>,
  all: ReadonlyArray<Schema.Json>
): Schema.Json | undefined => {
  const byText = new Map(
    all.filter((one) => one !== null).map((one) => [typeof one === "string" ? one : JSON.stringify(one), one])
  )
  const texts = [...byText.keys()]
  const named = firstIn(sources, (source) => namedOptions(field, source, texts))
  if (named?.length === 1) return byText.get(named[0] ?? "")
  const open = (named ?? texts.filter(({ length }) => length > 2)).slice(0, optionLimits.max)
  const [source] = sources
  if (source === undefined || source.passages.length === 0 || open.length < 2) return undefined
  if (named === undefined && !ofText.test(field.description) && !isSpokenOf(field, source)) return undefined
  return byText.get(decide(decisionOf(field, source, open)) ?? "")
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
