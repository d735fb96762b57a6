// The answers of decisions, and what they cost.
// Source: §2.3.
import * as Schema from "effect/Schema"
import { within } from "../../schema/checks.ts"
import { Content } from "../../schema/Content.ts"
import { open } from "../../schema/open.ts"

const Probability = Schema.Finite.check(within({ min: 0, max: 1 }))
const Probabilities = Schema.Record(Schema.String, Probability)
const Tokens = Schema.Int.check(within({ min: 0 }))

// Assumed: seen. The public service rounds to two decimals: a sum may be off by this much per option.
const slack = 0.005

const isWhole = (sum: number, parts: number): boolean => Math.abs(sum - 1) <= slack * parts + 1e-9

/** The probability of yes. Near 0.5 means unsure. */
export const NoulAnswer = open({ type: Schema.Literal("noul"), noul: Probability })

/** The most probable option, and all probabilities. */
export const ChoiceAnswer = open({
  type: Schema.Literal("choice"),
  /** The most probable option. */
  choice: Schema.String,
  /** 0 to 1. Ranks answers to the same question; not a calibrated probability. */
  confidence: Probability,
  /** Option name to probability; the sum is about 1. */
  probabilities: Probabilities
}).check(
  Schema.makeFilter(({ choice, probabilities }) => {
    const values = Object.values(probabilities)
    let sum = 0
    let largest = 0
    for (const p of values) {
      sum += p
      if (p > largest) largest = p
    }
    if (!isWhole(sum, values.length)) return { path: ["probabilities"], issue: "Expected a sum of about 1" }
    const chosen = Object.hasOwn(probabilities, choice) ? probabilities[choice] : undefined
    if (chosen === undefined) return { path: ["choice"], issue: "Expected one of the options" }
    return largest <= chosen + 2 * slack
      ? undefined
      : { path: ["choice"], issue: "Expected the option with the highest probability" }
  })
)

/** The mean level, and the probability of each. */
export const ScoreAnswer = open({
  type: Schema.Literal("score"),
  /** Probability-weighted mean of the level indices, from 0. May fall between levels. */
  score: Schema.Finite,
  /** 0 to 1. Ranks answers to the same question; not a calibrated probability. */
  confidence: Probability,
  /** Level index to its criteria entry. */
  legend: Schema.Record(Schema.String, Content),
  /** Level index to probability; the sum is about 1. */
  probabilities: Probabilities
}).check(
  Schema.makeFilter(({ probabilities, score }) => {
    const levels = Object.keys(probabilities)
    let sum = 0
    let mean = 0
    for (const level of levels) {
      const p = probabilities[level] ?? 0
      sum += p
      mean += Number(level) * p
    }
    if (!isWhole(sum, levels.length)) {
      return { path: ["probabilities"], issue: "Expected a sum of about 1" }
    }
    const top = levels.length - 1
    return Math.abs(mean - score) <= slack * (1 + (top * (top + 1)) / 2) + 1e-9
      ? undefined
      : { path: ["score"], issue: "Expected the mean of the levels" }
  })
)

/** An answer, with `type` as the discriminator. */
export const Answer = Schema.Union([NoulAnswer, ChoiceAnswer, ScoreAnswer])

/** {@link Answer}, readonly. */
export type Answer = typeof Answer.Type

/** Tokens used. `output_tokens` are not billed. */
export const Usage = open({ input_tokens: Tokens, output_tokens: Tokens })

/** {@link Usage}, readonly. */
export interface Usage extends Schema.Schema.Type<typeof Usage> {}
