// Plans values that are chosen from a list.
import type * as Schema from "effect/Schema"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import type { ExtractionScope, SchemaField } from "./field.ts"
import type { Plan } from "./plan.ts"
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

/** An option as text. */
export const optionText = (option: Schema.Json): string =>
  typeof option === "string" ? option : JSON.stringify(option)

/** Plans a choice between the values of an `enum`. */
export const planOptions = (
  { decide }: PlanContext,
  options: ReadonlyArray<Schema.Json>,
  field: SchemaField,
  ranked: ReadonlyArray<RankedPassage>,
  scope: ExtractionScope
): Plan => {
  const [only] = options
  if (options.length === 1 && only !== undefined) return knownValue(only, true)
  const state = stateText(ranked, scope)
  const lower = state.toLowerCase()
  // Too many options: those mentioned in the text are preferred.
  const kept =
    options.length <= maxOptions
      ? options
      : [
          ...options.filter((option) => lower.includes(optionText(option).toLowerCase())),
          ...options.filter((option) => !lower.includes(optionText(option).toLowerCase()))
        ].slice(0, maxOptions)
  const byName = new Map(kept.map((option) => [optionText(option), option]))
  const decision = decide({
    state,
    instructions: `${scope.question.text} ${field.description}`.trim(),
    kind: "choice",
    options: [...byName.keys()]
  })
  return { kind: "choice", decision, values: [...byName.values()] }
}
