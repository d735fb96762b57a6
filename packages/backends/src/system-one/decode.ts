// An answer of System One, checked against its questions. Fields beyond the probabilities are dropped.
import type { ApiError } from "@leadline/core/errors"
import { isJsonObject } from "@leadline/core/internal"
import type * as Effect from "effect/Effect"
import type { ServerQuestion, Reading } from "../decisions/DecisionServer.ts"
import { optionNames } from "../decisions/questions.ts"
import { noulValues, readAll, readProbabilities } from "../decisions/readProbabilities.ts"
import { numberAt, valueAt } from "../json/unknownJson.ts"

/** Where servers say how much of the model's probability fell on the options. */
const labelMassOf = (answer: unknown): number | undefined =>
  numberAt(answer, "diagnostics", "label_mass") ??
  numberAt(answer, "x_label_mass") ??
  numberAt(answer, "label_mass")

/** The probabilities of all options in the order of the question; undefined where one is missing, or one is new. */
const valuesOf = (probabilities: unknown, names: ReadonlyArray<string>): ReadonlyArray<unknown> | undefined =>
  isJsonObject(probabilities) &&
  Object.keys(probabilities).length === names.length &&
  names.every((name) => Object.hasOwn(probabilities, name))
    ? names.map((name) => probabilities[name])
    : undefined

const sharesOf = (answer: unknown, { question }: ServerQuestion): ReadonlyArray<unknown> | undefined =>
  question.type === "noul"
    ? noulValues(numberAt(answer, "noul"))
    : valuesOf(valueAt(answer, "probabilities"), optionNames(question))

/** The reading of one answer, or what is wrong with it. */
const readingOf = (answer: unknown, asked: ServerQuestion, known: number | undefined): Reading | string => {
  if (valueAt(answer, "type") !== asked.question.type) return "an answer is missing or of another type"
  const reading = readProbabilities(answer, asked, sharesOf(answer, asked), known)
  return typeof reading === "string" ? reading : { ...reading, labelMass: labelMassOf(answer) }
}

/** Reads the answers to all questions. `server` and `decimals`: which server it is, and how it rounds. */
export const decode =
  (server: string, decimals: number | undefined) =>
  (
    body: unknown,
    questions: ReadonlyArray<ServerQuestion>
  ): Effect.Effect<ReadonlyArray<Reading>, ApiError> =>
    readAll(server, questions, (asked) => readingOf(valueAt(body, "answers", asked.name), asked, decimals))
