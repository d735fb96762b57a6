// Reads answers of decision servers, checked against their questions.
import { type ApiError, InvalidRequestError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { badGateway } from "../http/mapStatus.ts"
import { numberAt, textAt } from "../json/unknownJson.ts"
import type { ServerQuestion, Reading } from "./DecisionServer.ts"
import { distribution, isLikeliest, keptDecimals } from "./distribution.ts"
import { optionNames } from "./questions.ts"

/** Refuses an answer that is none to its questions: 502, and a line in the log. `what`: the problem, without any value of it. */
export const invalidAnswer = (server: string, what: string): Effect.Effect<never, ApiError> =>
  Effect.andThen(
    Effect.logWarning("The answer of a decision server cannot be used", { server, what }),
    Effect.fail(badGateway())
  )

/** The readings of all questions. `read` gives one, the problem of its answer, or the error that refuses the request. */
export const readAll = (
  server: string,
  questions: ReadonlyArray<ServerQuestion>,
  read: (question: ServerQuestion, index: number) => Reading | string | InvalidRequestError
): Effect.Effect<ReadonlyArray<Reading>, ApiError> => {
  const readings: Array<Reading> = []
  for (const [index, question] of questions.entries()) {
    const reading = read(question, index)
    if (typeof reading === "string") return invalidAnswer(server, reading)
    if (reading instanceof InvalidRequestError) return Effect.fail(reading)
    readings.push(reading)
  }
  return Effect.succeed(readings)
}

/** The values of a noul, whose answer has the probability of yes alone. */
export const noulValues = (yes: number | undefined): ReadonlyArray<number> | undefined =>
  yes === undefined ? undefined : [yes, 1 - yes]

/**
 * The reading of an answer, or what is wrong with it. `values` are its probabilities in the order of the options,
 * undefined where one is missing or new; `knownDecimals`: how many the server keeps, undefined: all.
 */
export const readProbabilities = (
  answer: unknown,
  { question }: ServerQuestion,
  values: ReadonlyArray<unknown> = [],
  knownDecimals: number | undefined
): Reading | string => {
  const decimals = keptDecimals(values, knownDecimals)
  const probabilities = distribution(values, decimals)
  if (probabilities === undefined) return "probabilities are missing, are no numbers, or do not sum to 1"
  if (question.type === "choice") {
    const chosen = textAt(answer, "choice")
    const index = chosen === undefined ? -1 : optionNames(question).indexOf(chosen)
    if (!isLikeliest(probabilities, index, decimals)) return "the choice is not the likeliest option"
  }
  return {
    probabilities,
    decimals,
    statedDecimals: keptDecimals(values, 0) ?? null,
    confidence: numberAt(answer, "confidence")
  }
}
