// Rating scales whose levels are ranges of numbers: "up to 30 minutes", "1 to 3 days", "a week or more".
import type { Range } from "../../text/ranges.ts"
import { findRanges, isComparable } from "../../text/ranges.ts"
import type { Token } from "../../text/tokenize.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Hypothesis } from "../hypothesis.ts"
import { proximity, statedRange } from "../numberMatch.ts"
import type { StateAnalysis } from "../state.ts"

/** Numbers of the state that are compared, at most. */
const maxNumbers = 256

const zeroWords = new Set(["no", "none", "never", "nothing", "zero"])

/** Characters of a level that are read. */
const maxCharacters = 400

/** The range of a level. "None" is 0 and has no unit. */
type LevelRange = Pick<Range, "low" | "high" | "lowOpen" | "highOpen"> & { readonly range: Range | undefined }

const rangeOf = (tokens: ReadonlyArray<Token>): LevelRange | undefined => {
  const ranges = findRanges(tokens).filter(({ unit }) => unit !== "date" && unit !== "clock")
  const range = ranges.find(({ compares }) => compares) ?? ranges[0]
  if (range !== undefined) return { ...range, range }
  return zeroWords.has(tokens[0]?.text ?? "")
    ? { low: 0, high: 0, lowOpen: false, highOpen: false, range }
    : undefined
}

/** One number for a range: its upper end, else its lower end. */
const numberOf = ({ high, low, lowOpen }: Range): number =>
  Number.isFinite(high) ? high : lowOpen ? low + Math.abs(low) * 1e-9 : low

/** The levels with the narrowest range that contains the value: "within a day" rather than "within a week". */
const narrowestLevels = (
  ranges: ReadonlyArray<LevelRange | undefined>,
  value: number
): ReadonlyArray<number> => {
  const fitting = ranges.map((range) =>
    range === undefined ||
    value < range.low ||
    value > range.high ||
    (value === range.low && range.lowOpen) ||
    (value === range.high && range.highOpen)
      ? undefined
      : range
  )
  const high = Math.min(...fitting.map((range) => range?.high ?? Number.POSITIVE_INFINITY))
  const lowest = fitting.filter((range) => range?.high === high).map((range) => range?.low ?? 0)
  const low = Math.max(...lowest)
  return Array.from(fitting.keys()).filter((at) => fitting[at]?.high === high && fitting[at]?.low === low)
}

/** Mean distance from one level to others, in levels. */
const meanSteps = (from: number, levels: ReadonlyArray<number>): number =>
  levels.reduce((sum, level) => sum + Math.abs(from - level), 0) / levels.length

/** The ranges of a numeric scale; `undefined` for any other scale. */
const rangesOf = (levels: ReadonlyArray<string>): ReadonlyArray<LevelRange | undefined> | undefined => {
  const ranges = levels.map((level) => rangeOf(tokenize(level.slice(0, maxCharacters))))
  const units = new Set(ranges.flatMap((found) => (found?.range === undefined ? [] : [found.range.unit])))
  const known = ranges.filter((range) => range !== undefined)
  return units.size === 1 && known.length > 1 ? ranges : undefined
}

/**
 * Negative distance of each level from the numbers of the state, -1 (farthest) to 0. Numbers near words of the question
 * weigh most. All are 0 when the scale is not numeric, or the state has no number on it.
 */
export const rangeDistances = (
  instruction: Hypothesis,
  levels: ReadonlyArray<string>,
  { opening }: StateAnalysis
): ReadonlyArray<number> => {
  const distances = levels.map(() => 0)
  const ranges = rangesOf(levels)
  const asked = ranges?.find((found) => found?.range !== undefined)?.range
  if (ranges === undefined || asked === undefined) return distances
  let total = 0
  let surest = 0
  let seen = 0
  for (const sentence of opening) {
    for (const range of sentence.ranges) {
      if (!isComparable(asked, range) || seen === maxNumbers) continue
      seen++
      const value = numberOf(statedRange(sentence, range))
      const fitting = narrowestLevels(ranges, value)
      if (fitting.length === 0) continue
      const sure = instruction.weight === 0 ? 0 : proximity(instruction, sentence, range)
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
