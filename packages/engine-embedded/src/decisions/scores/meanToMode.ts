// Moves the mean of a score to its mode, the most probable level, so that a caller who rounds the score gets that level.
// Assumed: ours.
import { meanLevel } from "@leadline/core/decisions"

/** Largest distance of the mean from the mode after the move. Below 0.5 the mean rounds to the mode. */
const margin = 0.49

/** The probability that each level keeps. */
const least = 0.05

/** Least difference between the two largest probabilities. Below it the answer is unsure and stays as it is. */
const minLead = 0.1

/** Moves probability from a level to a lower one until the mean is near `target`. */
const shiftDown = (p: Array<number>, target: number, from: number, to: number): void => {
  const excess = meanLevel(p) - target - margin
  const movable = Math.max(0, (p[from] ?? 0) - least)
  const moved = Math.max(0, Math.min(movable, excess / (from - to)))
  p[from] = (p[from] ?? 0) - moved
  p[to] = (p[to] ?? 0) + moved
}

/** Lowers the mean to the mode, `target`, by moving probability down from the levels above it. */
const lowerMean = (p: ReadonlyArray<number>, target: number): ReadonlyArray<number> => {
  const shaped = [...p]
  for (let from = p.length - 1; from > target + 1; from--) shiftDown(shaped, target, from, target + 1)
  shiftDown(shaped, target, target + 1, target)
  return shaped
}

/**
 * A distribution with the same mode, whose mean rounds to the mode. Probability moves from the levels on the side of the
 * mean, the farthest first, to the neighbour of the mode, then from there to the mode. The distribution is unchanged when two
 * levels are about equally likely, or when the mean is near the mode already. Reversing the levels reverses the result.
 */
export const moveMeanToMode = (p: ReadonlyArray<number>): ReadonlyArray<number> => {
  const top = Math.max(...p)
  const target = p.indexOf(top)
  const [, second = 0] = p.toSorted((a, b) => b - a)
  if (top - second < minLead) return p
  const above = meanLevel(p) - target
  if (Math.abs(above) <= margin) return p
  return above > 0 ? lowerMean(p, target) : lowerMean(p.toReversed(), p.length - 1 - target).toReversed()
}
