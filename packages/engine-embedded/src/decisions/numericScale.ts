// Scales whose levels are ranges of numbers: "up to 30 minutes", "1 to 3 days", "a week or more".
import { findComparison } from "../text/comparisons.ts"
import type { Unit } from "../text/quantities.ts"
import { findQuantities } from "../text/quantities.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize } from "../text/tokenize.ts"
import type { Hypothesis } from "./hypothesis.ts"
import { proximity } from "./numberMatch.ts"
import type { StateAnalysis } from "./state.ts"

/** Numbers of the state that are used, at most. */
const maxNumbers = 256

/** The range of a level. Without a unit, as in "none", it fits any unit. */
interface Range {
  readonly low: number
  readonly high: number
  readonly unit: Unit | undefined
}

const rangeWords = new Set(["to", "-", "–", "and"])
const zeroWords = new Set(["no", "none", "never", "nothing", "zero"])

/** Tokens on either side of "to" that may hold a number with its unit. */
const reach = 5

/** Characters of a level that are read. */
const maxCharacters = 400

/** "1 to 3 days": the first number has the unit of the second. */
const spannedRange = (tokens: ReadonlyArray<Token>): Range | undefined => {
  for (let at = 1; at + 1 < tokens.length; at++) {
    if (!rangeWords.has(tokens[at]?.text ?? "")) continue
    const [right] = findQuantities(tokens.slice(at + 1, at + 1 + reach))
    const from = Math.max(0, at - reach)
    const left = findQuantities(tokens.slice(from, at)).at(-1)
    if (right === undefined || left === undefined || right.at > 1 || from + left.end < at) continue
    const factor = right.value / (tokens[at + 1 + right.at]?.value ?? Number.NaN)
    const low = left.unit === right.unit || !(factor > 0) ? left.value : left.value * factor
    return { low, high: right.value, unit: right.unit }
  }
  return undefined
}

const rangeOf = (tokens: ReadonlyArray<Token>): Range | undefined => {
  const between = spannedRange(tokens)
  if (between !== undefined) return between
  const comparison = findComparison(tokens)
  if (comparison !== undefined) {
    const { unit, value } = comparison.quantity
    if (comparison.side === "above")
      return { low: comparison.inclusive ? value : value * (1 + 1e-9), high: Infinity, unit }
    return { low: 0, high: comparison.inclusive ? value : value * (1 - 1e-9), unit }
  }
  const [only] = findQuantities(tokens)
  if (only !== undefined) return { low: only.value, high: only.value, unit: only.unit }
  return zeroWords.has(tokens[0]?.text ?? "") ? { low: 0, high: 0, unit: undefined } : undefined
}

/** The narrowest ranges that hold the value: of "within a week" and "within a day", the day. Equal ones share. */
const narrowestLevels = (ranges: ReadonlyArray<Range | undefined>, value: number): ReadonlyArray<number> => {
  let best: Range | undefined
  let levels: Array<number> = []
  for (const [level, range] of ranges.entries()) {
    if (range === undefined || value < range.low || value > range.high) continue
    if (best === undefined || range.high < best.high || (range.high === best.high && range.low > best.low)) {
      best = range
      levels = [level]
    } else if (range.high === best.high && range.low === best.low) levels.push(level)
  }
  return levels
}

/** Mean distance from one level to others, in levels. */
const meanSteps = (from: number, levels: ReadonlyArray<number>): number =>
  levels.reduce((sum, level) => sum + Math.abs(from - level), 0) / levels.length

/** The ranges of a numeric scale; `undefined` for any other scale. */
const rangesOf = (levels: ReadonlyArray<string>): ReadonlyArray<Range | undefined> | undefined => {
  const ranges = levels.map((level) => rangeOf(tokenize(level.slice(0, maxCharacters))))
  const units = new Set(ranges.flatMap((range) => (range?.unit === undefined ? [] : [range.unit])))
  const known = ranges.filter((range) => range !== undefined)
  return units.size === 1 && known.length > 1 ? ranges : undefined
}

/**
 * Distance of each level from the numbers of the state, 0 (best) to -1; numbers near the words of the question count
 * most. All 0 when the scale is not numeric or the state has no number that fits.
 */
export const rangeDistances = (
  instruction: Hypothesis,
  levels: ReadonlyArray<string>,
  { opening }: StateAnalysis
): ReadonlyArray<number> => {
  const distances = levels.map(() => 0)
  const ranges = rangesOf(levels)
  const unit = ranges?.find((range) => range?.unit !== undefined)?.unit
  if (ranges === undefined) return distances
  let total = 0
  let surest = 0
  let seen = 0
  for (const sentence of opening) {
    for (const quantity of sentence.quantities) {
      if (quantity.unit !== unit || seen === maxNumbers) continue
      seen++
      const value = sentence.negation[quantity.at] === 1 ? 0 : quantity.value
      const fitting = narrowestLevels(ranges, value)
      if (fitting.length === 0) continue
      const sure = instruction.weight === 0 ? 0 : proximity(instruction, sentence, quantity)
      const share = sure ** 2 + 1e-3
      total += share
      surest = Math.max(surest, sure)
      for (let i = 0; i < distances.length; i++)
        distances[i] = (distances[i] ?? 0) - share * meanSteps(i, fitting)
    }
  }
  const scale = total * Math.max(1, levels.length - 1)
  return total === 0 ? distances : distances.map((sum) => ((0.2 + 0.8 * surest) * sum) / scale)
}
