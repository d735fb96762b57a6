// What the levels of a score have beyond options: their order. Signs of a grave or a mild state pull up or down.
import type { Claim } from "./claim.ts"
import { similarity } from "./lexicon.ts"
import { match, support } from "./match.ts"
import type { Reading } from "./options.ts"
import type { Row, Setting } from "./setting.ts"

/** Adds the features of a ladder to the rows of its levels. */
export const ladderRows = (
  { axes, board, evidence }: Setting,
  instruction: Claim,
  readings: ReadonlyArray<Reading>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  const asked = match(instruction, evidence, board)
  const praise = similarity(evidence.vector, axes.praise)
  const [first, last] = [readings[0]?.whole.vector, readings.at(-1)?.whole.vector]
  // Does the ladder rise towards the good, as from "weak" to "strong"?
  const rise =
    first === undefined || last === undefined
      ? 0
      : similarity(last, axes.praise) - similarity(first, axes.praise)
  const { denials, deniedVector, deniedWords, largestAmount } = evidence.signs
  const pulls = {
    heightSupport: support(asked),
    heightGravity: similarity(evidence.vector, axes.gravity),
    heightDeniedGravity: similarity(deniedVector, axes.gravity),
    heightPraise: praise,
    heightPraiseRise: praise * rise,
    heightDenials: denials,
    heightDeniedWords: deniedWords,
    heightAmount: Math.log10(1 + largestAmount) / 6
  }
  const top = Math.max(1, readings.length - 1)
  return rows.map((row, level) => ({
    ...row,
    ...Object.fromEntries(Object.entries(pulls).map(([name, value]) => [name, (level / top) * value]))
  }))
}
