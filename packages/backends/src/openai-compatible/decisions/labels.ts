// The labels that a model chooses from, and which of its tokens count for them.
// Assumed: ours.
import type { Ask } from "@leadline/core/decisions"

/** Labels of one call, in the order of its options. */
export interface LabelSet {
  readonly labels: ReadonlyArray<string>
  /** `yes` and `no` count in any case; letters do not, because `a` is a word. */
  readonly ignoreCase: boolean
}

/** Options of one call, "none of the above" counted: more are asked in groups. */
export const maxOptions = 16

const letters = [..."ABCDEFGHIJKLMNOP"]
const digits = [..."0123456789"]

/** The labels of a call about so many options. */
export const labelsOf = (type: Ask["type"], count: number): LabelSet => {
  if (type === "noul") return { labels: ["yes", "no"], ignoreCase: true }
  const signs = type === "choice" ? letters : digits
  return { labels: signs.slice(0, count), ignoreCase: false }
}

/** A longer token is no label. Its ends would take the square of its length to find. */
const longestToken = 64

const surroundings = /^[\s"'*()[\].:]+|[\s"'*()[\].:]+$/g

/** The index of the label that a token counts for: it is the label, or begins this one alone. -1: none. */
export const labelOfToken = ({ ignoreCase, labels }: LabelSet, token: string): number => {
  if (token.length > longestToken) return -1
  const bare = token.replace(surroundings, "")
  if (bare === "") return -1
  const text = ignoreCase ? bare.toLowerCase() : bare
  const exact = labels.indexOf(text)
  if (exact !== -1) return exact
  const first = labels.findIndex((label) => label.startsWith(text))
  const isOnly = first !== -1 && !labels.some((label, index) => index > first && label.startsWith(text))
  return isOnly ? first : -1
}

/** How a tokenizer may write a label as one token. */
export const spellings = ({ ignoreCase, labels }: LabelSet): ReadonlyArray<ReadonlyArray<string>> =>
  labels.map((label) => {
    const cases = ignoreCase
      ? [label, label.slice(0, 1).toUpperCase() + label.slice(1), label.toUpperCase()]
      : [label]
    return cases.flatMap((text) => [text, ` ${text}`])
  })
