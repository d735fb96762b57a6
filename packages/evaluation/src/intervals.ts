// Confidence intervals: Wilson's for shares, clustered standard errors for means.
import { binomialCdf, rootOfFalling } from "./binomial.ts"

/** An interval of a figure. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The standard normal distribution function. */
export const normalCdf = (x: number): number => {
  if (x < -8) return 0
  if (x > 8) return 1
  let term = x
  let sum = x
  for (let k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
    term *= (x * x) / (2 * k + 1)
    sum += term
  }
  return 0.5 + (sum * Math.exp(-0.5 * x * x)) / Math.sqrt(2 * Math.PI)
}

/** The standard normal quantile, for `share` between 0 and 1: 1.96 at 0.975. */
export const normalQuantile = (share: number): number =>
  // The upper half, where no digits are lost.
  share < 0.5 ? -normalQuantile(1 - share) : rootOfFalling((x) => share - normalCdf(x), 0, 8)

/** The quantile of Student's t, by its expansion around the normal one: good to 1 % from 3 degrees of freedom. */
export const studentQuantile = (share: number, degrees: number): number => {
  const z = normalQuantile(share)
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  )
}

/** Wilson's interval of a share. `n` may be an effective number of rows. Without rows it is 0 to 1. */
export const wilson = (successes: number, n: number, confidence = 0.95): Interval => {
  if (n <= 0) return { low: 0, high: 1 }
  const z = normalQuantile(1 - (1 - confidence) / 2)
  const p = successes / n
  const middle = p + (z * z) / (2 * n)
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return {
    low: successes <= 0 ? 0 : (middle - half) / scale,
    high: successes >= n ? 1 : (middle + half) / scale
  }
}

/** The largest share that so few successes do not refute, at this one-sided confidence. */
export const upperBound = (successes: number, n: number, confidence = 0.95): number =>
  successes >= n ? 1 : rootOfFalling((p) => binomialCdf(successes, n, p) - (1 - confidence), 0, 1)

/** The mean of values. */
export const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The standard error of a mean of independent rows: sd / √n, with n − 1 in the sd. */
const standardError = (values: ReadonlyArray<number>): number => {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1) / values.length)
}

/** Values by group: rows of one customer, thread or document are one group. */
export const byGroup = <A>(values: ReadonlyArray<A>, groups: ReadonlyArray<unknown>): Array<Array<A>> => {
  const found = new Map<unknown, Array<A>>()
  values.forEach((value, row) => {
    const group = groups[row]
    const known = found.get(group)
    if (known === undefined) found.set(group, [value])
    else known.push(value)
  })
  return [...found.values()]
}

/** The standard error of the mean of all rows, where rows of a group depend on each other. */
export const clusteredStandardError = (clusters: ReadonlyArray<ReadonlyArray<number>>): number => {
  const all = clusters.flat()
  const middle = mean(all)
  const squares = clusters.reduce(
    (sum, cluster) => sum + cluster.reduce((part, value) => part + value - middle, 0) ** 2,
    0
  )
  return Math.sqrt((clusters.length / (clusters.length - 1)) * squares) / all.length
}

/** Rows that are worth as much as these, if every group were as one row: n² / Σ m². Chosen by counts alone. */
export const effectiveRows = (sizes: Iterable<number>): number => {
  let rows = 0
  let squares = 0
  for (const size of sizes) {
    rows += size
    squares += size * size
  }
  return squares === 0 ? 0 : (rows * rows) / squares
}

/** A mean and its interval. */
export interface Estimate extends Interval {
  readonly value: number
}

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

/**
 * A mean in which each row counts by its weight, and its standard error: of rows that were drawn with different chances,
 * weights are one over these.
 */
const weightedMean = (
  values: ReadonlyArray<number>,
  weights: ReadonlyArray<number>,
  groups: ReadonlyArray<unknown> | undefined
): { readonly value: number; readonly error: number; readonly units: number } => {
  const whole = sumOf(weights)
  const value = sumOf(values.map((one, row) => one * (weights[row] ?? 0))) / whole
  const residuals = values.map((one, row) => (one - value) * (weights[row] ?? 0))
  const clusters = groups === undefined ? residuals.map((one) => [one]) : byGroup(residuals, groups)
  const units = clusters.length
  const squares = sumOf(clusters.map((cluster) => sumOf(cluster) ** 2))
  return { value, error: Math.sqrt((units / (units - 1)) * squares) / whole, units }
}

/** A mean of values with its interval, by group where rows belong together, and by weight where rows have one. */
export const meanEstimate = (
  values: ReadonlyArray<number>,
  groups: ReadonlyArray<unknown> | undefined,
  confidence = 0.95,
  weights?: ReadonlyArray<number>
): Estimate => {
  if (weights !== undefined) {
    const { error, units, value } = weightedMean(values, weights, groups)
    if (units < 2) return { value, low: -Infinity, high: Infinity }
    const half = studentQuantile(1 - (1 - confidence) / 2, units - 1) * error
    return { value, low: value - half, high: value + half }
  }
  const value = mean(values)
  const clusters = groups === undefined ? undefined : byGroup(values, groups)
  const degrees = (clusters ?? values).length - 1
  if (degrees < 1) return { value, low: -Infinity, high: Infinity }
  const error = clusters === undefined ? standardError(values) : clusteredStandardError(clusters)
  const half = studentQuantile(1 - (1 - confidence) / 2, degrees) * error
  return { value, low: value - half, high: value + half }
}

/** A share with Wilson's interval; with groups or weights, of the rows that the standard error is worth. */
export const shareEstimate = (
  right: ReadonlyArray<boolean>,
  groups: ReadonlyArray<unknown> | undefined,
  confidence = 0.95,
  weights?: ReadonlyArray<number>
): Estimate => {
  const values = right.map(Number)
  const n = right.length
  if (groups === undefined && weights === undefined) {
    const all = mean(values)
    return { value: all, ...wilson(all * n, n, confidence) }
  }
  const weighed = weights ?? values.map(() => 1)
  const { error, value } = weightedMean(values, weighed, groups)
  const clusters = groups === undefined ? weighed.map((one) => [one]) : byGroup(weighed, groups)
  const counted = effectiveRows(clusters.map(sumOf))
  const variance = clusters.length < 2 ? 0 : error ** 2
  // Without any difference between rows there is nothing to estimate: each group counts once.
  const rows = variance === 0 ? counted : Math.min(n, (value * (1 - value)) / variance)
  // Few groups know their own variance badly: t in place of z, as fewer rows.
  const z = normalQuantile(0.975)
  const t = studentQuantile(0.975, Math.max(1, clusters.length - 1))
  const worth = rows * (z / t) ** 2
  return { value, ...wilson(value * worth, worth, confidence) }
}
