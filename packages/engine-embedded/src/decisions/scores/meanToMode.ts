// Moves the mean of a score to its most probable level: a caller who rounds the score gets the most probable level.
// Assumed: ours.
import { meanLevel } from "@leadline/core/decisions"

/** How far the mean may be from the most probable level, so that it rounds to it. */
const margin = 0.49

/** The probability that a level away from both keeps. */
const least = 0.02

/** How much more likely the most probable level is than the next one, at least: below, the answer is unsure. */
const minLead = 0.03

/** Softens the distribution before: what moves makes the most probable level more probable. */
export const softening = 1.3

/** Moves as much of a level down to another as brings the mean closer to the target, at most what is more than `keep`. */
const shiftDown = (p: Array<number>, target: number, from: number, to: number, keep: number): void => {
  const excess = meanLevel(p) - target - margin
  const movable = Math.max(0, (p[from] ?? 0) - keep)
  const moved = Math.max(0, Math.min(movable, excess / (from - to)))
  p[from] = (p[from] ?? 0) - moved
  p[to] = (p[to] ?? 0) + moved
}

/** The same for a mean above the most probable level, `target`. */
const lowerMean = (p: ReadonlyArray<number>, target: number): ReadonlyArray<number> => {
  const shaped = [...p]
  for (let from = p.length - 1; from > target + 1; from--) shiftDown(shaped, target, from, target + 1, least)
  shiftDown(shaped, target, target + 1, target, 0)
  return shaped
}

/**
 * The distribution whose mean rounds to its most probable level. Levels beyond the mean give to the next neighbour of
 * that level, the farthest first, and then the neighbour gives to it. Unchanged where two levels are about equally likely,
 * and where the mean is there already. Turned around, levels give the same: they are turned so that the mean is above.
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
