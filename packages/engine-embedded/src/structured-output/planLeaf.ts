// Plans values without parts: options of an enum, booleans, numbers and texts.
import type { SchemaNode } from "@leadline/core/internal"
import { listKeyword } from "@leadline/core/internal"
import type * as Schema from "effect/Schema"
import { tokenize } from "../text/tokenize.ts"
import { mentionedShare, type SchemaField } from "./field.ts"
import { found, type Plan, type PlanContext } from "./plan.ts"
import { labelledBoolean, namedOptions } from "./readOptions.ts"
import { type FieldQuery, readNumber, readText } from "./readValue.ts"
import { type ExtractionScope, firstIn, scopesOf, stemsOfPassage } from "./scope.ts"

/** Options of one question to the decisions engine, and characters of the text that it reads, at most. */
const maxOptions = 255
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

const optionText = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

const ask = (
  { decide }: PlanContext,
  field: SchemaField,
  scope: ExtractionScope,
  options: ReadonlyArray<string>
): number => {
  const named = options.length === 0 ? `${field.name}?` : `What is the ${field.name}?`
  return decide({
    state: stateOf(scope),
    kind: options.length === 0 ? "noul" : "choice",
    instructions: field.details === "" ? named : field.details,
    options
  })
}

/** Codes are chosen only where the text names them. */
const isWord = ({ lexicon }: PlanContext, option: Schema.Json): boolean =>
  typeof option !== "string" ||
  (option.length > 2 && tokenize(option).some((token) => token.kind === "word" && lexicon.knows(token)))

/** Plans one value of an `enum`. */
export const planOptions = (
  context: PlanContext,
  field: SchemaField,
  node: SchemaNode,
  scope: ExtractionScope
): Plan => {
  const all = listKeyword(node, "enum")
  const [only] = all
  if (all.length === 1 && only !== undefined) return { kind: "fixed", value: only }
  const options = all.filter((option) => option !== null)
  const texts = options.filter((option) => typeof option === "string")
  const empty = context.emptyOf(node)
  const named = firstIn(scope, (one) => {
    const some = namedOptions(field, one, texts)
    return some.length > 0 ? some : undefined
  })
  if (named?.length === 1 && named[0] !== undefined) return found(named[0])
  if (options.every((option) => typeof option === "number")) {
    const isValid = (value: string | number) => options.some((option) => option === value)
    const value = firstIn(scope, (one) => readNumber({ field, node, scope: one, isValid }))
    return value === undefined ? { kind: "empty", value: empty } : found(value)
  }
  const open = (named ?? options.filter((option) => isWord(context, option))).slice(0, maxOptions)
  const byText = new Map(open.map((option) => [optionText(option), option]))
  const isAbout =
    named !== undefined || ofText.test(field.description.toLowerCase()) || isSpokenOf(field, scope)
  return scope.passages.length === 0 || byText.size < 2 || !isAbout
    ? { kind: "empty", value: empty }
    : {
        kind: "asked",
        decision: ask(context, field, scope, [...byText.keys()]),
        values: [...byText.values()],
        empty
      }
}

/** Plans a boolean: by a label, else by the decisions engine, if the text speaks of the field. */
export const planBoolean = (
  context: PlanContext,
  field: SchemaField,
  node: SchemaNode,
  scope: ExtractionScope
): Plan => {
  const labelled = firstIn(scope, (one) => labelledBoolean(field, one))
  if (labelled !== undefined) return found(labelled)
  const empty = context.emptyOf(node)
  const about = scopesOf(scope).find((one) => isSpokenOf(field, one))
  return about === undefined
    ? { kind: "empty", value: empty }
    : { kind: "asked", decision: ask(context, field, about, []), empty }
}

/** Plans a text or a number. */
export const planScalar = (
  context: PlanContext,
  type: string,
  field: SchemaField,
  node: SchemaNode,
  scope: ExtractionScope
): Plan => {
  const isValid = context.validatorOf({ ...node, type })
  const query = (one: ExtractionScope): FieldQuery => ({ field, node, scope: one, isValid })
  const value = firstIn<string | number>(scope, (one) =>
    type === "string" ? readText(query(one)) : readNumber(query(one))
  )
  return value === undefined ? { kind: "empty", value: context.emptyOf(node) } : found(value)
}
