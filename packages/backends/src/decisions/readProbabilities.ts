// The probabilities of one answer, checked against its question.
import { numberAt, textAt } from "../json/unknownJson.ts"
import type { ServerQuestion, Reading } from "./DecisionServer.ts"
import { distribution, isLikeliest, keptDecimals } from "./distribution.ts"
import { optionNames } from "./questions.ts"

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
  return { probabilities, decimals, confidence: numberAt(answer, "confidence") }
}
