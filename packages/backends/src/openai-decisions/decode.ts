// An answer of OpenAI's Decisions, checked against its questions: answers are matched by their position.
import type { ApiError, InvalidRequestError } from "@leadline/core/errors"
import type * as Effect from "effect/Effect"
import type { ServerQuestion, Reading } from "../decisions/DecisionServer.ts"
import { optionNames } from "../decisions/questions.ts"
import { invalidAnswer, noulValues, readAll, readProbabilities } from "../decisions/readProbabilities.ts"
import { refused } from "../http/mapStatus.ts"
import { numberAt, valueAt } from "../json/unknownJson.ts"

const types = { noul: "predicate", choice: "choice", score: "score" } as const

/** 400: the model declines to answer, and nothing is made up in its place. */
const refusedBy = (name: string) =>
  refused(`questions.${name}: the model refuses to answer`, `questions.${name}`)

/** The probabilities in the order of `values`; undefined where one is missing, doubled or new. */
const valuesOf = (
  probabilities: unknown,
  values: ReadonlyArray<string | number>
): ReadonlyArray<unknown> | undefined => {
  if (!Array.isArray(probabilities) || probabilities.length !== values.length) return undefined
  const given = new Map(
    probabilities.map((entry: unknown) => [valueAt(entry, "value"), valueAt(entry, "probability")])
  )
  return values.every((value) => given.has(value)) ? values.map((value) => given.get(value)) : undefined
}

const sharesOf = (answer: unknown, { question }: ServerQuestion): ReadonlyArray<unknown> | undefined => {
  if (question.type === "noul") return noulValues(numberAt(answer, "probability"))
  const names = optionNames(question)
  const wanted = question.type === "score" ? names.map(Number) : names
  return valuesOf(valueAt(answer, "probabilities"), wanted)
}

/** The reading of one answer, what is wrong with it, or the refusal of the model. */
const readingOf = (
  answer: unknown,
  asked: ServerQuestion,
  known: number | undefined
): Reading | string | InvalidRequestError => {
  const { name, question, questionName } = asked
  if (valueAt(answer, "type") === "refusal") return refusedBy(questionName)
  const given = valueAt(answer, "name")
  if (given !== name && given !== null) return "an answer has the name of another question"
  if (valueAt(answer, "type") !== types[question.type]) return "an answer is of another type"
  return readProbabilities(answer, asked, sharesOf(answer, asked), known)
}

/** Reads the answers to all questions. One that is refused refuses the request. */
export const decode =
  (server: string, decimals: number | undefined) =>
  (
    body: unknown,
    questions: ReadonlyArray<ServerQuestion>
  ): Effect.Effect<ReadonlyArray<Reading>, ApiError> => {
    const answers = valueAt(body, "answers")
    return Array.isArray(answers) && answers.length === questions.length
      ? readAll(server, questions, (asked, index) => readingOf(answers[index], asked, decimals))
      : invalidAnswer(server, "there is not one answer for each question")
  }
