// Reads the inputs of worked examples.
import { assert } from "@effect/vitest"
import * as S from "../../src/index.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- Each example has a shape of its own.
export type Input = any
type Triple = readonly [p: number, n: number, yes: number]

export const cellsOf = ({ groups_p_n_yes: groups }: Input): Array<S.Cell> =>
  groups.map(([p, n, yes]: Triple) => ({ p, n, yes }))

export const forecasts = ({ p, y }: Input): Array<S.Forecast> =>
  p.map((value: number, i: number) => [value, y[i]])

export const average = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const counted = ({ groups_p_counts: groups }: Input): Array<S.Counted> =>
  groups.map(([p, counts]: [Array<number>, Array<number>]) => ({ p, counts }))

export const countedCells = (input: Input): Array<S.Counted> =>
  cellsOf(input).map(({ n, p, yes }) => ({ p: [1 - p, p], counts: [n - yes, yes] }))

export const lossOf = (rows: ReadonlyArray<S.Counted>, map: (p: S.Probabilities) => S.Probabilities) => {
  let [loss, n] = [0, 0]
  for (const { counts, p } of rows) {
    const mapped = map(p)
    counts.forEach((count, k) => {
      loss += count * S.logLossOf(mapped[k] ?? 0, 1e-12)
      n += count
    })
  }
  return loss / n
}

export const binaryLoss = (cells: ReadonlyArray<S.Cell>, map: (p: number) => number) =>
  lossOf(
    cells.map(({ n, p, yes }) => ({ p: [1 - p, p], counts: [n - yes, yes] })),
    ([, p = 0]) => [1 - map(p), map(p)]
  )

export const temperatureOf = (rows: ReadonlyArray<S.Counted>): number =>
  S.fitTemperature(rows).temperature ?? assert.fail("no temperature")

export const levelsOf = ({ levels_score_rows_errors: levels }: Input): Array<S.Level> =>
  levels.map(([p, rows, errors]: Triple) => ({ p, rows, errors }))

export const judged = ({ confidence, correct }: Input): Array<S.Judged> =>
  confidence.map((p: number, i: number) => ({ p, right: correct[i] === 1 }))

export const rowsOf = (n: number, yes: number): Array<S.Forecast> =>
  Array.from({ length: n }, (_row, i) => [0, Number(i < yes)])

/** The average of what a bootstrap gives, as the exact figures of all resamples are stated. */
export const bootstrapped = (groups: ReadonlyArray<ReadonlyArray<number>>) =>
  S.bootstrapMeans(groups, { resamples: 20_000, random: S.seededRandom(1) })

export const quantile = (sorted: ReadonlyArray<number>, share: number) =>
  sorted[Math.floor(share * sorted.length)] ?? 0

export const coverage = (interval: (k: number) => S.Interval, n: number, p: number) => {
  let sum = 0
  for (let k = 0; k <= n; k++) {
    const { high, low } = interval(k)
    if (low <= p && p <= high) sum += S.binomialPmf(k, n, p)
  }
  return sum
}

/** The textbook interval, which the package does not have: it covers 92 %. */
export const wald = (k: number, n: number): S.Interval => {
  const half = 1.959963984540054 * Math.sqrt(((k / n) * (1 - k / n)) / n)
  return { low: k / n - half, high: k / n + half }
}
