// Comparisons with a number that a text asks for: "more than 50 seats".
import type { Quantity } from "./quantities.ts"
import { currencies, findQuantities } from "./quantities.ts"
import type { Token } from "./tokenize.ts"

/** A numeric condition such as "more than 50": a value must be above, below or equal to `quantity`. */
export interface Comparison {
  readonly quantity: Quantity
  readonly side: "above" | "below" | "equal"
  readonly inclusive: boolean
}

const precededBy = (tokens: ReadonlyArray<Token>, end: number, ...texts: ReadonlyArray<string>): boolean =>
  texts.every((text, i) => tokens[end - texts.length + i]?.text === text)

const followedBy = (tokens: ReadonlyArray<Token>, from: number, ...texts: ReadonlyArray<string>): boolean =>
  texts.every((text, i) => tokens[from + i]?.text === text)

/** The first comparison in a clause, if there is one. */
export const findComparison = (tokens: ReadonlyArray<Token>): Comparison | undefined => {
  for (const quantity of findQuantities(tokens)) {
    let at = quantity.at
    if (currencies.has(tokens[at - 1]?.text ?? "")) at--
    const end = quantity.end
    for (const skip of [0, 1, 2]) {
      const to = at - skip
      if (
        precededBy(tokens, to, "no", "more", "than") ||
        precededBy(tokens, to, "at", "most") ||
        precededBy(tokens, to, "up", "to")
      ) {
        return { quantity, side: "below", inclusive: true }
      }
      if (precededBy(tokens, to, "at", "least")) return { quantity, side: "above", inclusive: true }
      if (
        ["more", "greater", "longer", "higher", "larger", "older"].some((text) =>
          precededBy(tokens, to, text, "than")
        )
      ) {
        return { quantity, side: "above", inclusive: false }
      }
      if (
        ["less", "fewer", "shorter", "lower", "smaller", "younger"].some((text) =>
          precededBy(tokens, to, text, "than")
        )
      ) {
        return { quantity, side: "below", inclusive: false }
      }
      if (
        ["over", "above", "exceeding", "exceeds", "exceed", "beyond", "after"].some((text) =>
          precededBy(tokens, to, text)
        )
      ) {
        return { quantity, side: "above", inclusive: false }
      }
      if (["under", "below"].some((text) => precededBy(tokens, to, text)))
        return { quantity, side: "below", inclusive: false }
      if (["within", "every"].some((text) => precededBy(tokens, to, text)))
        return { quantity, side: "below", inclusive: true }
    }
    for (const from of [end, quantity.at + 1, end + 1, end + 2]) {
      if (
        ["more", "above", "longer", "over", "higher"].some((text) => followedBy(tokens, from, "or", text))
      ) {
        return { quantity, side: "above", inclusive: true }
      }
      if (["less", "fewer", "below", "under"].some((text) => followedBy(tokens, from, "or", text))) {
        return { quantity, side: "below", inclusive: true }
      }
    }
  }
  return undefined
}

/** Does a value satisfy the comparison? */
export const satisfies = (comparison: Comparison, value: number): boolean => {
  const limit = comparison.quantity.value
  if (comparison.side === "equal") return value === limit
  if (value === limit) return comparison.inclusive
  return comparison.side === "above" ? value > limit : value < limit
}
