// What the levels of a score have beyond options: their order. Signs of a grave or a mild state pull up or down.
import type { Claim } from "./claim.ts"
import { similarity } from "./lexicon.ts"
import { match, support } from "./match.ts"
import type { Reading } from "./options.ts"
import type { Row, Setting } from "./setting.ts"

/** Adds the features of a ladder to the rows of its levels. */
export const ladderRows = (
  { board, evidence, gravity }: Setting,
  instruction: Claim,
  readings: ReadonlyArray<Reading>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  const { denials, deniedVector, largestAmount, valence } = evidence.signs
  // Does the ladder rise towards the good, as from "weak" to "strong"? When its words do not tell: towards the bad.
  const rise = (readings.at(-1)?.whole.valence ?? 0) - (readings[0]?.whole.valence ?? 0)
  const pulls = {
    heightSupport: support(match(instruction, evidence, board)),
    heightDeniedGravity: similarity(deniedVector, gravity),
    heightDenials: denials,
    heightAmount: Math.log10(1 + largestAmount) / 6,
    heightMood: valence * (rise > 0 ? 1 : -1)
  }
  const top = Math.max(1, readings.length - 1)
  return rows.map((row, level) => ({
    ...row,
    ...Object.fromEntries(Object.entries(pulls).map(([name, value]) => [name, (level / top) * value]))
  }))
}
