// Turns the log-weights of an engine into the answers of a response.
// Source: §2.2, §2.3. The document names the quantities; the formulas are those that released clients check
// answers against. A change would affect everyone who has set a threshold.
import type * as Schema from "effect/Schema"

/** An option of a question, in the order of the request. */
export interface AskOption {
  /** `yes` or `no`, the name of the option, or the index of the level. */
  readonly name: string
  /** Its criteria entry, or null. */
  readonly description: Schema.Json | null
}

/** A question as a weigher sees it. Options: noul `[yes, no]`; choice by name; score by level. */
export interface Ask {
  readonly type: "noul" | "choice" | "score"
  /** What to decide, or null. */
  readonly instructions: Schema.Json | null
  readonly options: ReadonlyArray<AskOption>
}

/** The result of a weigher: per ask, one natural-log weight per option, with any common offset. */
export interface Weighing {
  /** In the order of asks and of their options. */
  readonly weights: ReadonlyArray<ReadonlyArray<number>>
  /** One per ask. Default 1. */
  readonly temperatures?: ReadonlyArray<number>
  /** One per ask, 0 to 1: how much of the model's probability fell on the options. */
  readonly labelMass?: ReadonlyArray<number>
  /** Input tokens as the model counted them. Default: those of `countTokens`. */
  readonly inputTokens?: number
}

/** The answer to a yes-or-no question. Near 0.5 means unsure; it has no confidence. */
export interface NoulAnswer {
  readonly type: "noul"
  /** Probability of yes, 0 to 1. */
  readonly noul: number
}

/** The answer to a choice: its most probable option. Confidence 0 to 1; probabilities sum to 1. */
export interface ChoiceAnswer {
  readonly type: "choice"
  readonly choice: string
  readonly confidence: number
  readonly probabilities: { readonly [option: string]: number }
}

/** The answer to a rating. Confidence 0 to 1; legend and probabilities are keyed `"0"`, `"1"` and so on. */
export interface ScoreAnswer<C extends Schema.Json = Schema.Json> {
  readonly type: "score"
  /** Mean level, 0 to the number of levels less one. */
  readonly score: number
  readonly confidence: number
  readonly legend: { readonly [level: string]: C }
  readonly probabilities: { readonly [level: string]: number }
}

// Assumed: clients.
/**
 * The softmax of `weights / temperature`, unrounded; it sums to 1 within 1e-9. `temperature` is above 0, default 1.
 * Undefined for invalid weights: none, a NaN, `+Infinity`, only `-Infinity`, or an invalid temperature.
 */
export const probabilities = (
  weights: ReadonlyArray<number>,
  temperature = 1
): ReadonlyArray<number> | undefined => {
  const largest = weights.reduce((max, weight) => Math.max(max, weight), -Infinity)
  if (!Number.isFinite(largest) || !(temperature > 0 && temperature < Infinity)) return undefined
  return normalized(normalized(weights.map((weight) => Math.exp((weight - largest) / temperature))))
}

// Assumed: clients.
/** How far the largest of `p` is above 1/k: 0 when all are equal, 1 when the others are 0. */
export const choiceConfidence = (p: ReadonlyArray<number>): number => {
  const even = 1 / p.length
  const largest = p[firstArgmax(p)] ?? 0
  return p.length < 2 ? 1 : Math.min(1, Math.max(0, (largest - even) / (1 - even)))
}

// Assumed: clients.
/** How close `p` is to its largest level, relative to an even spread around the middle: 0 to 1. */
export const scoreConfidence = (p: ReadonlyArray<number>): number => {
  const top = firstArgmax(p)
  const middle = (p.length - 1) / 2
  const spread = sum(p.map((share, level) => share * Math.abs(level - top)))
  const evenSpread = sum(p.map((_, level) => Math.abs(level - middle))) / p.length
  return p.length < 2 ? 1 : Math.max(0, 1 - spread / evenSpread)
}

// Assumed: clients.
/** The index of the largest of `p`; of equal ones the first, without tolerance. */
export const firstArgmax = (p: ReadonlyArray<number>): number => p.indexOf(Math.max(...p))

/** The score: the probability-weighted mean of the level indexes, 0 to `p.length - 1`. */
export const meanLevel = (p: ReadonlyArray<number>): number =>
  Math.min(p.length - 1, Math.max(0, sum(p.map((share, level) => share * level))))

/** The answer to a noul whose `p` is `[yes, no]`. */
export const noulAnswer = ([yes = 0]: ReadonlyArray<number>): NoulAnswer => ({ type: "noul", noul: yes })

/** The answer to a choice between `names`, `p` in their order. */
export const choiceAnswer = (names: ReadonlyArray<string>, p: ReadonlyArray<number>): ChoiceAnswer => ({
  type: "choice",
  choice: names[firstArgmax(p)] ?? "",
  confidence: choiceConfidence(p),
  probabilities: Object.fromEntries(names.map((name, index) => [name, p[index] ?? 0]))
})

/** The answer to a score over `criteria`, `p` in their order. The legend holds the criteria themselves. */
export const scoreAnswer = <const C extends Schema.Json>(
  criteria: ReadonlyArray<C>,
  p: ReadonlyArray<number>
): ScoreAnswer<C> => ({
  type: "score",
  score: meanLevel(p),
  confidence: scoreConfidence(p),
  legend: Object.fromEntries(criteria.map((entry, level) => [String(level), entry])),
  probabilities: Object.fromEntries(criteria.map((_, level) => [String(level), p[level] ?? 0]))
})

/** Adds in ascending order: the sum, to the last bit, must not depend on the order of the options. */
const normalized = (shares: ReadonlyArray<number>): ReadonlyArray<number> => {
  const total = sum(shares.toSorted((a, b) => a - b))
  return shares.map((share) => share / total)
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)
