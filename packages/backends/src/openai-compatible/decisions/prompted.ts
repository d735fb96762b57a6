// Probabilities that the model writes itself: an option for servers without log-probabilities. They are worse.
// Assumed: ours.
import { numberAt, textAt } from "../../json/unknownJson.ts"
import type { FaultName } from "./faults.ts"
import type { LabelSet } from "./labels.ts"

/** Tokens for the JSON object of a call. */
export const promptedTokens = 400

/** Decimals of the probabilities: they are percents. */
export const promptedDecimals = 2

/** The task of a question, with the last line asking for probabilities in place of a label. */
export const promptedTask = (task: string): string =>
  task.replace(/Label:$/, "JSON object with the probability of each label in percent:")

const objectIn = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1))
  } catch {
    return undefined
  }
}

/** One weight per label from the text of an answer: every label must have a number from 0 to 100. */
export const readPrompted = ({ labels }: LabelSet, answer: unknown): ReadonlyArray<number> | FaultName => {
  const stated = objectIn(textAt(answer, "choices", 0, "message", "content") ?? "")
  const percents = labels.map((label) => numberAt(stated, label))
  const numbers = percents.filter((percent) => percent !== undefined)
  const isWhole =
    numbers.length === labels.length && numbers.every((percent) => percent >= 0 && percent <= 100)
  const total = numbers.reduce((sum, percent) => sum + percent, 0)
  if (!isWhole || !(total > 0)) return "prompted-malformed"
  return numbers.map((percent) => Math.log(percent / total))
}
