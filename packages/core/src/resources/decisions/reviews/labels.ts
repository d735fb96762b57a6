// Labels of questions: which are allowed, and which one an answer names.
// Assumed: ours.
import { InvalidRequestError } from "../../../errors/ApiError.ts"
import type { Answer } from "../answers.ts"
import { classesOf, toProbabilities } from "../policyEvidence.ts"
import type { Question } from "../schema.ts"
import { labelCharacters } from "./limits.ts"
import type { Label, Labels } from "./schema.ts"

/** A label as {@link classesOf} has it. */
export const labelName = (label: Label): string =>
  typeof label === "boolean" ? (label ? "yes" : "no") : String(label)

/** The label of a name; undefined: the question has none of this name. */
export const labelOfName = (question: Question, name: string): Label | undefined => {
  if (!classesOf(question).includes(name)) return undefined
  return question.type === "noul" ? name === "yes" : question.type === "score" ? Number(name) : name
}

const isLabel = (question: Question, label: Label): boolean =>
  question.type === "noul"
    ? typeof label === "boolean"
    : typeof label === (question.type === "score" ? "number" : "string") &&
      classesOf(question).includes(String(label))

/** What a message names of a question. */
const shown = { labels: 8, characters: 64 }

/** The names of the labels of a question, for a message: the first ones, the beginning of each. */
export const labelNames = (question: Question): string => {
  const names = classesOf(question)
  const first = names
    .slice(0, shown.labels)
    .map((name) =>
      JSON.stringify(
        name.length > shown.characters ? `${name.slice(0, shown.characters).toWellFormed()}…` : name
      )
    )
  return `${first.join(", ")}${names.length > shown.labels ? ` or ${names.length - shown.labels} more` : ""}`
}

const expected = (question: Question): string =>
  question.type === "noul"
    ? "true or false"
    : question.type === "score"
      ? `a level from 0 to ${question.criteria.length - 1}`
      : `one of ${labelNames(question)}`

/** Why labels do not fit their questions; undefined: they fit. */
export const labelsProblem = (
  questions: { readonly [name: string]: Question },
  labels: Labels
): InvalidRequestError | undefined => {
  const entries = Object.entries(labels)
  if (entries.length === 0) return new InvalidRequestError({ message: "labels: expected at least one label" })
  const characters = entries.reduce((sum, [name, label]) => sum + name.length + String(label).length, 0)
  if (characters > labelCharacters) {
    return new InvalidRequestError({ message: `labels: expected at most ${labelCharacters} characters` })
  }
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
export const answerLabel = (question: Question, answer: Answer): Label | undefined =>
  labelOfName(question, classesOf(question)[toProbabilities(question, answer).answer] ?? "")
