// Labels of questions: which are allowed, and which one an answer names.
// Assumed: ours.
import { InvalidRequestError } from "../../../errors/ApiError.ts"
import type { Answer } from "../answers.ts"
import type { Question } from "../schema.ts"
import type { Label, Labels } from "./schema.ts"

/** The labels of a question, as files and pages write them. */
export const labelNames = (question: Question): ReadonlyArray<string> =>
  question.type === "noul" ? ["no", "yes"] : Object.keys(question.criteria)

/** A label as {@link labelNames} has it. */
export const labelName = (label: Label): string =>
  typeof label === "boolean" ? (label ? "yes" : "no") : String(label)

/** The label of a name; undefined: the question has none of this name. */
export const labelOfName = (question: Question, name: string): Label | undefined => {
  if (!labelNames(question).includes(name)) return undefined
  return question.type === "noul" ? name === "yes" : question.type === "score" ? Number(name) : name
}

const isLabel = (question: Question, label: Label): boolean =>
  question.type === "noul"
    ? typeof label === "boolean"
    : typeof label === (question.type === "score" ? "number" : "string") &&
      labelNames(question).includes(String(label))

const expected = (question: Question): string =>
  question.type === "noul"
    ? "true or false"
    : question.type === "score"
      ? `a level from 0 to ${question.criteria.length - 1}`
      : "the name of an option"

/** Why labels do not fit their questions; undefined: they fit. */
export const labelsProblem = (
  questions: { readonly [name: string]: Question },
  labels: Labels
): InvalidRequestError | undefined => {
  const entries = Object.entries(labels)
  if (entries.length === 0) return new InvalidRequestError({ message: "labels: expected at least one label" })
  for (const [name, label] of entries) {
    const question = Object.hasOwn(questions, name) ? questions[name] : undefined
    const path = ["labels", name]
    if (question === undefined) {
      const message = "Expected the name of a question"
      return new InvalidRequestError({
        message: "labels: expected names of questions of this review",
        issues: [{ path, message, code: "value_error" }]
      })
    }
    if (isLabel(question, label)) continue
    return new InvalidRequestError({
      message: `labels: expected ${expected(question)} for a question of type ${question.type}`,
      issues: [{ path, message: `Expected ${expected(question)}`, code: "value_error" }]
    })
  }
  return undefined
}

/** The label that an answer names: of a score, its most probable level. */
export const answerLabel = (answer: Answer): Label => {
  if (answer.type === "noul") return answer.noul >= 0.5
  if (answer.type === "choice") return answer.choice
  const levels = Object.entries(answer.probabilities)
  return Number(levels.reduce((best, level) => (level[1] > best[1] ? level : best), ["0", -1] as const)[0])
}

/** The probability of the label that an answer names. */
export const answerProbability = (answer: Answer): number =>
  answer.type === "noul"
    ? Math.max(answer.noul, 1 - answer.noul)
    : (answer.probabilities[String(answerLabel(answer))] ?? 0)
