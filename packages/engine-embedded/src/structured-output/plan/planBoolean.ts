// Plans a boolean: by a label ("Express: no"), by a sentence that states it, else by the decisions engine.
import type { RankedPassage } from "../../question-answering/rankPassages.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import { fieldWords, mentionedShare } from "../fieldEvidence.ts"
import type { FieldQuery } from "../fieldValues.ts"
import { findLabelled, labelMatch } from "../labelledValues.ts"
import { knownValue, type PlannedValue } from "./plan.ts"
import type { PlanContext } from "./planContext.ts"
import { stateText } from "./planOptions.ts"
import { statedBoolean, withoutStatusWords } from "../readers/statedBoolean.ts"

/** Least share of the field's words that a sentence must mention before the decisions engine is asked. */
const minShare = 0.6

const yes = /^(?:yes|true|y|on|x|✓)$/i
const no = /^(?:no|false|n|off|none|-)$/i

/** The boolean after a label that names the field; `undefined` without one. */
const labelledBoolean = ({ field, scope }: FieldQuery): boolean | undefined => {
  for (const { text } of scope.passages)
    for (const { label, value } of findLabelled(text))
      if (labelMatch(label, field, "other", "boolean") > 0) {
        if (yes.test(value)) return true
        if (no.test(value)) return false
      }
  return undefined
}

/** The stems that count as a word of the field, also those of its verb: "smoke" for "smoker". */
const factStems = (lexicon: Lexicon, word: string): ReadonlySet<string> => {
  const verb = /^(\p{L}{3,}?)e?r$/u.exec(word)?.[1]
  const forms = verb === undefined ? [word] : [word, verb, `${verb}e`, verb.replace(/e$/, "")]
  return new Set([
    ...forms.flatMap((form) => tokenize(form).map(({ stem }) => stem)),
    ...tokenize(word).flatMap((token) =>
      lexicon
        .related(token)
        .flatMap(({ isAntonym, stem, strength }) => (!isAntonym && strength >= 0.9 ? [stem] : []))
    )
  ])
}

/** Plans a boolean; `undefined` when no sentence is about the field. */
export const planBoolean = ({ decide }: PlanContext, query: FieldQuery): PlannedValue => {
  const { field, lexicon, ranked, scope } = query
  const labelled = labelledBoolean(query)
  if (labelled !== undefined) return knownValue(labelled, true)
  const words = fieldWords(lexicon, field, "other")
  const told = statedBoolean(
    scope.passages.map(({ text }) => text),
    withoutStatusWords(field.name.split(" ")).map((word) => factStems(lexicon, word)),
    field.name
  )
  if (told !== undefined) return knownValue(told, true)
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
