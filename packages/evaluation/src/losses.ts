// Proper scores of probabilities: Brier, log loss, ranked probability score; and errors of scores.
import { mean } from "./intervals.ts"

/** Probability of each class, in one order for all rows. */
export type Probabilities = ReadonlyArray<number>

/** Probabilities of two decimals say 0.00 for anything below this: log loss is clipped here. */
export const logLossClip = 0.005

const at = (values: ReadonlyArray<number>, index: number): number => values[index] ?? 0

/** Brier score of one row: the sum over classes, 0 to 2. */
export const brierOf = (p: Probabilities, label: number): number =>
  p.reduce((sum, value, k) => sum + (value - Number(k === label)) ** 2, 0)

/** Brier score of one yes-or-no row: (p − y)², 0 to 1, half of {@link brierOf} of its two classes. */
export const binaryBrierOf = (p: number, label: number): number => (p - label) ** 2

/** Log loss of one row: −ln p of the true class, with p clipped to [0.005, 0.995]. */
export const logLossOf = (p: number): number => -Math.log(Math.min(1 - logLossClip, Math.max(logLossClip, p)))

/** Ranked probability score of one row of ordered classes; divided by their number − 1, so 0 to 1. */
export const rankedProbabilityScoreOf = (p: Probabilities, label: number): number => {
  let sum = 0
  let below = 0
  for (let k = 0; k < p.length - 1; k++) {
    below += at(p, k)
    sum += (below - Number(label <= k)) ** 2
  }
  return p.length < 2 ? 0 : sum / (p.length - 1)
}

/** The mean level. */
export const meanLevel = (p: Probabilities): number => p.reduce((sum, value, level) => sum + level * value, 0)

/** A cell of rows: their mean probability, their number, and how many of them are yes. */
export interface Cell {
  readonly p: number
  readonly n: number
  readonly yes: number
  /** What its rows count among all, where rows have weights; `n` is then how many unweighted rows they are worth. */
  readonly weight?: number
}

/** Murphy's parts of a Brier score. `brier` is reliability − resolution + uncertainty + variance − covariance. */
export interface BrierParts {
  readonly brier: number
  readonly reliability: number
  readonly resolution: number
  readonly uncertainty: number
  /** Of the probabilities within cells: 0 when all rows of a cell have one probability. */
  readonly withinVariance: number
  readonly withinCovariance: number
}

/** The parts of the Brier score of yes-or-no rows, over given cells of rows. */
export const brierParts = (
  cells: ReadonlyArray<ReadonlyArray<readonly [p: number, y: number, weight?: number]>>
): BrierParts => {
  const rows = cells.flat()
  const n = rows.length
  const base = mean(rows.map(([, y]) => y))
  let [reliability, resolution, withinVariance, withinCovariance] = [0, 0, 0, 0]
  for (const cell of cells) {
    const p = mean(cell.map(([value]) => value))
    const y = mean(cell.map(([, value]) => value))
    reliability += (cell.length / n) * (p - y) ** 2
    resolution += (cell.length / n) * (y - base) ** 2
    for (const [value, label] of cell) {
      withinVariance += (value - p) ** 2 / n
      withinCovariance += (2 * (label - y) * (value - p)) / n
    }
  }
  const brier = mean(rows.map(([p, y]) => binaryBrierOf(p, y)))
  return { brier, reliability, resolution, uncertainty: base * (1 - base), withinVariance, withinCovariance }
}
