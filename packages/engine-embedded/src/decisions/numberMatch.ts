// Checks the numbers of the state against the comparison in a hypothesis.
import { satisfies } from "../text/comparisons.ts"
import type { Quantity } from "../text/quantities.ts"
import type { Hypothesis } from "./hypothesis.ts"
import type { Sentence } from "./sentence.ts"

/** Tokens on either side of a number that say what it counts. */
const windowTokens = 6

/** Share of the hypothesis's words near a number. */
export const proximity = (hypothesis: Hypothesis, sentence: Sentence, { at, end }: Quantity): number => {
  const stems = new Set<string>()
  for (
    let i = Math.max(0, at - windowTokens);
    i < Math.min(sentence.tokens.length, end + windowTokens);
    i++
  ) {
    stems.add(sentence.tokens[i]?.stem ?? "")
  }
  let near = 0
  for (const term of hypothesis.terms) {
    let here = 0
    for (const { stem, strength } of term.variants) {
      if (strength > here && stems.has(stem)) here = strength
    }
    near += here * term.weight
  }
  return near / hypothesis.weight
}

/** What the numbers of the state say about a hypothesis. */
export interface NumberMatch {
  /** 1 when the numbers satisfy the comparison, -1 when they do not; in between when they disagree. */
  readonly number: number
  /** How likely these numbers are the ones meant, 0 to 1; 0 when there are none. */
  readonly numberConfidence: number
}

const none: NumberMatch = { number: 0, numberConfidence: 0 }

/** Checks the numbers of some sentences. `covered` is the share of the hypothesis's words in a sentence. */
export const matchNumbers = (
  hypothesis: Hypothesis,
  chosen: ReadonlyArray<readonly [Sentence, covered: number, ...ReadonlyArray<number>]>
): NumberMatch => {
  const { comparison } = hypothesis
  if (comparison === undefined) return none
  let total = 0
  let sum = 0
  let surest = 0
  for (const [sentence, covered] of chosen) {
    for (const quantity of sentence.quantities) {
      // A bare number may be an amount of money.
      const bare = quantity.unit === "count" && comparison.quantity.unit === "money"
      if (quantity.unit !== comparison.quantity.unit && !bare) continue
      const confidence =
        hypothesis.weight === 0 ? 0 : (proximity(hypothesis, sentence, quantity) + covered) / 2
      const share = (confidence ** 4 + 1e-6) * (bare ? 0.1 : 1)
      // "None of the four": a number under a negation counts as zero.
      const value = sentence.negation[quantity.at] === 1 ? 0 : quantity.value
      total += share
      sum += share * (satisfies(comparison, value) ? 1 : -1)
      surest = Math.max(surest, confidence)
    }
  }
  return total === 0 ? none : { number: sum / total, numberConfidence: 0.2 + 0.8 * surest }
}
