// What the levels of a score have beyond options: their order. Signs of a grave or a mild state pull up or down.
import type { Claim } from "./hypothesis.ts"
import { parseClaim } from "./hypothesis.ts"
import { climbOf, slopeOf } from "./scaleDirection.ts"
import { rungs } from "./numericScale.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"
import type { Row, Setting } from "./context.ts"
import type { Signs } from "./signals.ts"

/** How far valence has to rise along the levels for a ladder towards the good, as from "weak" to "strong". */
const good = 0.5

/**
 * The signs that speak for the upper levels, with equal weights: each is divided by its usual size. Too few cases are
 * known to fit a weight for each. Where the ladder climbs towards the good, good and bad change places.
 */
const heat = ({ deniedGravity, harm, haste, magnitude, valence }: Signs, towardsGood: boolean): number =>
  haste / 0.4 +
  deniedGravity / 0.1 +
  magnitude / 1.4 +
  (towardsGood ? -1 : 1) * (harm / 0.07 - valence / 0.45)

/** Adds the features of a ladder to the rows of its levels. Turning the ladder around turns its rows around. */
export const ladderRows = function* (
  { evidence, lexicon }: Setting,
  instruction: Claim,
  levels: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>
): Steps<ReadonlyArray<Row>> {
  const climb = climbOf(levels)
  // "A great deal" is no praise.
  const plain = levels.map((level) => level.replaceAll(/\bgreat (?=deal\b)/gi, ""))
  const valences: Array<number> = []
  for (const level of plain) {
    const { terms, valence } = parseClaim(lexicon, level)
    valences.push(valence)
    yield 1 + terms.length * 8
  }
  const rise = slopeOf(valences)
  const pulls = {
    heightHeat: heat(evidence.signs, rise * climb > good),
    heightDenials: evidence.signs.denials
  }
  const distances = rungs(instruction, levels, evidence)
  const top = Math.max(1, levels.length - 1)
  return rows.map((row, level) => {
    const height = climb * ((2 * level - top) / top)
    return {
      ...row,
      rung: distances[level] ?? 0,
      ...Object.fromEntries(Object.entries(pulls).map(([name, value]) => [name, height * value]))
    }
  })
}
