// Thresholds with a promise: with a confidence, at most a share of the rows acted upon is wrong.
import { binomialCdf } from "./binomial.ts"
import { cumulate, type Level } from "./coverage.ts"

/** P(Binomial(rows, error) <= errors): small when a true error rate above `error` would hardly look this good. */
export const riskPValue = (errors: number, rows: number, error: number): number =>
  binomialCdf(errors, rows, error)

/** Rows without any error that certify an error rate: ⌈ln δ / ln(1 − error)⌉. */
export const rowsWithoutError = (error: number, delta: number): number =>
  Math.ceil(Math.log(delta) / Math.log1p(-error) - 1e-9)

/**
 * Rows acted upon that certify an error rate with this power when the true rate is `trueError`: the least number from
 * which it holds for the 30 after it, too. Undefined beyond `most`.
 */
export const rowsForPower = (
  error: number,
  delta: number,
  trueError: number,
  power = 0.8,
  most = 100_000
): number | undefined => {
  let allowed = -1
  let first: number | undefined
  for (let n = rowsWithoutError(error, delta); n <= most; n++) {
    while (binomialCdf(allowed + 1, n, error) <= delta) allowed++
    if (binomialCdf(allowed, n, trueError) < power) first = undefined
    else first ??= n
    if (first !== undefined && n - first >= 30) return first
  }
  return undefined
}

/** A step of the walk from the most confident level down: what is acted upon from there up. */
export interface Step extends Level {
  readonly pValue: number
}

/** Tests each level with all above it. */
export const riskSteps = (levels: ReadonlyArray<Level>, error: number): Array<Step> =>
  cumulate(levels).map((sum) => ({ ...sum, pValue: riskPValue(sum.errors, sum.rows, error) }))

/**
 * Fixed-sequence testing: the last of the steps that pass in a row, from the first that has enough rows to pass at all.
 * Where to begin is chosen by counts, never by labels. Undefined: none passes.
 */
export const fixedSequence = (steps: ReadonlyArray<Step>, error: number, delta: number): Step | undefined => {
  const begin = steps.findIndex(({ rows }) => rows >= rowsWithoutError(error, delta))
  if (begin === -1) return undefined
  const failure = steps.findIndex(({ pValue }, index) => index >= begin && pValue > delta)
  return failure === begin ? undefined : steps.at(failure === -1 ? -1 : failure - 1)
}

/** δ for each of several thresholds: their promises then hold together. */
export const shareDelta = (delta: number, thresholds: number): number => delta / thresholds
