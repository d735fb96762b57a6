// Rating scales whose levels are ranges of numbers: "up to 30 minutes", "1 to 3 days", "a week or more".
import { compareRanges, findRanges, isComparable, isDay, type Range } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import type { Hypothesis } from "./hypothesis.ts"
import { proximity, statedRange } from "./numberMatch.ts"
import type { StateAnalysis } from "./state.ts"

/** Numbers of the state that are compared, at most. */
const maxNumbers = 256

const zeroWords = new Set(["no", "none", "never", "nothing", "zero"])

/** The ranges of a numeric scale; none for any other scale. "None" is 0 and has the unit of the other levels. */
const rangesOf = (levels: ReadonlyArray<ReadonlyArray<Token>>): ReadonlyArray<Range | undefined> => {
  const ranges = levels.map((tokens) => {
    const found = findRanges(tokens).filter((range) => !isDay(range) && range.unit !== "clock")
    return found.find(({ compares }) => compares) ?? found[0]
  })
  const [first, ...others] = ranges.filter((range) => range !== undefined)
  if (first === undefined || others.some(({ unit }) => unit !== first.unit)) return []
  const zero = { ...first, low: 0, high: 0 }
  return ranges.map((range, at) => range ?? (zeroWords.has(levels[at]?.[0]?.text ?? "") ? zero : undefined))
}

/** A range as one number: its upper end, else its lower end. */
const pointOf = (range: Range): Range => {
  const value = Number.isFinite(range.high) ? range.high : range.low
  return { ...range, low: value, high: value }
}

/** The levels with the narrowest range that contains a number: "within a day" rather than "within a week". */
const narrowestLevels = (ranges: ReadonlyArray<Range | undefined>, point: Range): ReadonlyArray<number> => {
  const fitting = ranges.flatMap((range, level) =>
    range !== undefined && compareRanges(range, point) === 1 ? [{ ...range, level }] : []
  )
  const high = Math.min(...fitting.map((range) => range.high))
  return fitting.filter((range) => range.high === high).map(({ level }) => level)
}

/** Mean distance from one level to others, in levels. */
const meanSteps = (from: number, levels: ReadonlyArray<number>): number =>
  levels.reduce((sum, level) => sum + Math.abs(from - level), 0) / levels.length

/**
 * Negative distance of each level from the numbers of the state, -1 (farthest) to 0. Numbers near words of the question
 * weigh most. All are 0 when the scale is not numeric, or the state has no number on it.
 */
export const rangeDistances = (
  instruction: Hypothesis,
  levels: ReadonlyArray<ReadonlyArray<Token>>,
  { opening }: StateAnalysis
): ReadonlyArray<number> => {
  const distances = levels.map(() => 0)
  const ranges = rangesOf(levels)
  const asked = ranges.find((range) => range !== undefined)
  if (asked === undefined) return distances
  let [total, surest, seen] = [0, 0, 0]
  for (const sentence of opening) {
    for (const range of sentence.ranges) {
      if (!isComparable(asked, range) || seen === maxNumbers) continue
      seen++
      const fitting = narrowestLevels(ranges, pointOf(statedRange(sentence, range)))
      if (fitting.length === 0) continue
      const sure = proximity(instruction, sentence, range)
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
