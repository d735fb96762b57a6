// An answer of System One, checked against its questions. Fields beyond the probabilities are dropped.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { distribution, isLikeliest, keptDecimals } from "../decisions/distribution.ts"
import { isObject, invalidAnswer, property, usedOf } from "../decisions/invalidAnswer.ts"
import type { Ask, Reading, Readings } from "../decisions/DecisionServer.ts"
import { optionNames } from "../decisions/questions.ts"

const finite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** Where servers say how much of the model's probability fell on the options. */
const labelMassOf = (answer: unknown): number | undefined =>
  finite(
    property(property(answer, "diagnostics"), "label_mass") ??
      property(answer, "x_label_mass") ??
      property(answer, "label_mass")
  )

/** The probabilities of all options in the order of the question; undefined where one is missing, or one is new. */
const valuesOf = (probabilities: unknown, names: ReadonlyArray<string>): ReadonlyArray<unknown> | undefined =>
  isObject(probabilities) &&
  Object.keys(probabilities).length === names.length &&
  names.every((name) => Object.hasOwn(probabilities, name))
    ? names.map((name) => probabilities[name])
    : undefined

const sharesOf = (answer: unknown, { question }: Ask): ReadonlyArray<unknown> | undefined => {
  if (question.type !== "noul") return valuesOf(property(answer, "probabilities"), optionNames(question))
  const yes = property(answer, "noul")
  return typeof yes === "number" ? [yes, 1 - yes] : undefined
}

/** The reading of one answer, or what is wrong with it. */
const readingOf = (answer: unknown, ask: Ask, known: number | undefined): Reading | string => {
  const { question } = ask
  if (property(answer, "type") !== question.type) return "an answer is missing or of another type"
  const values = sharesOf(answer, ask) ?? []
  const decimals = keptDecimals(values, known)
  const p = distribution(values, decimals)
  if (p === undefined) return "probabilities are missing, are no numbers, or do not sum to 1"
  if (question.type === "choice") {
    const chosen = property(answer, "choice")
    const index = typeof chosen === "string" ? optionNames(question).indexOf(chosen) : -1
    if (!isLikeliest(p, index, decimals)) return "the choice is not the likeliest option"
  }
  return { p, decimals, confidence: finite(property(answer, "confidence")), labelMass: labelMassOf(answer) }
}

/** Reads the answers to all questions. `server` and `decimals`: which server it is, and how it rounds. */
export const decode =
  (server: string, decimals: number | undefined) =>
  (body: unknown, asks: ReadonlyArray<Ask>): Effect.Effect<Readings, ApiError> => {
    const used = usedOf(property(body, "usage"))
    if (used === undefined) return invalidAnswer(server, "usage is no number of tokens")
    const answers = property(body, "answers")
    const readings: Array<Reading> = []
    for (const ask of asks) {
      const reading = readingOf(property(answers, ask.name), ask, decimals)
      if (typeof reading === "string") return invalidAnswer(server, reading)
      readings.push(reading)
    }
    return Effect.succeed({ readings, used })
  }
