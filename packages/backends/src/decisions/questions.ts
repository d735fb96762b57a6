// Questions as decision servers take them: names of options, default instructions, content as text.
// Source: §2.2; the sentences are Assumed: ours.
import type { Question } from "@leadline/core/decisions"
import type * as Schema from "effect/Schema"

/** Names of options, levels by index; `true` and `false` for a noul. */
export const optionNames = (question: Question): ReadonlyArray<string> =>
  question.type === "noul" ? ["true", "false"] : Object.keys(question.criteria)

/** A question with one option is answered here: there is nothing to ask. */
export const isOpen = (question: Question): boolean => optionNames(question).length > 1

/** Text as it is, anything else as compact JSON. */
export const textOf = (content: Schema.Json): string =>
  typeof content === "string" ? content : JSON.stringify(content)

/** The instructions of a question without any. */
export const defaultInstructions = {
  noul: "Does this hold for the evidence?",
  choice: "Which label fits the evidence best?",
  score: "Which level fits the evidence best?"
} as const

/** The instructions of a question, or a sentence for a question without any. */
export const instructionsOf = ({ instructions, type }: Question): Schema.Json =>
  instructions ?? defaultInstructions[type]

/** The meanings of yes and no, where a server needs both and the request has one. */
export const noulMeanings = { true: "It holds.", false: "It does not hold." } as const
