// An answer of OpenAI's Decisions, checked against its questions: answers are matched by their position.
import { type ApiError, InvalidRequestError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { invalidAnswer } from "../decisions/invalidAnswer.ts"
import type { ServerQuestion, Reading, Readings } from "../decisions/DecisionServer.ts"
import { optionNames } from "../decisions/questions.ts"
import { noulValues, readProbabilities } from "../decisions/readProbabilities.ts"
import { usedOf } from "../decisions/decisionUsage.ts"
import { numberAt, valueAt } from "../json/unknownJson.ts"

const types = { noul: "predicate", choice: "choice", score: "score" } as const

/** 400: the model declines to answer, and nothing is made up in its place. */
const refused = (name: string) =>
  new InvalidRequestError({
    message: `questions.${name}: the model refuses to answer`,
    param: `questions.${name}`,
    phase: "service",
    type: "invalid_request"
  })

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

/** The reading of one answer, or what is wrong with it. */
const readingOf = (answer: unknown, asked: ServerQuestion, known: number | undefined): Reading | string => {
  const { name, question } = asked
  const given = valueAt(answer, "name")
  if (given !== name && given !== null) return "an answer has the name of another question"
  if (valueAt(answer, "type") !== types[question.type]) return "an answer is of another type"
  return readProbabilities(answer, asked, sharesOf(answer, asked), known)
}

/** Reads the answers to all questions. One that is refused refuses the request. */
export const decode =
  (server: string, decimals: number | undefined) =>
  (body: unknown, questions: ReadonlyArray<ServerQuestion>): Effect.Effect<Readings, ApiError> => {
    const used = usedOf(valueAt(body, "usage"))
    if (used === undefined) return invalidAnswer(server, "usage is no number of tokens")
    const answers = valueAt(body, "answers")
    if (!Array.isArray(answers) || answers.length !== questions.length)
      return invalidAnswer(server, "there is not one answer for each question")
    const readings: Array<Reading> = []
    for (const [index, asked] of questions.entries()) {
      const answer: unknown = answers[index]
      if (valueAt(answer, "type") === "refusal") return Effect.fail(refused(asked.questionName))
      const reading = readingOf(answer, asked, decimals)
      if (typeof reading === "string") return invalidAnswer(server, reading)
      readings.push(reading)
    }
    return Effect.succeed({ readings, used })
  }
