// The tokens of a vocabulary that count for each label of a question. Pure.
// Assumed: ours.
import { labelOfToken, type LabelSet } from "../openai-compatible/decisions/labels.ts"

/** The ids of the tokens of each label, in the order of the labels. */
export type LabelTokens = ReadonlyArray<ReadonlyArray<number>>

/** Finds the tokens of labels in a vocabulary, by the text of each token. What it finds it keeps: label sets are few. */
export const makeLabelTokens = (pieces: ReadonlyArray<string>): ((set: LabelSet) => LabelTokens) => {
  const known = new Map<string, LabelTokens>()
  return (set) => {
    const key = set.labels.join()
    const before = known.get(key)
    if (before !== undefined) return before
    const tokens = set.labels.map((): Array<number> => [])
    for (const [id, piece] of pieces.entries()) tokens[labelOfToken(set, piece)]?.push(id)
    known.set(key, tokens)
    return tokens
  }
}

/** Natural log of the sum of some probabilities, of which the logs are given. */
export const logSum = (logprobs: ReadonlyArray<number>): number => {
  const largest = Math.max(...logprobs)
  if (largest === -Infinity) return -Infinity
  return largest + Math.log(logprobs.reduce((sum, logprob) => sum + Math.exp(logprob - largest), 0))
}
