// How far stated probabilities are from shares: in bins, without the bias of their size.
import { binomialPmf } from "./binomial.ts"
import { type Estimate, mean, studentQuantile } from "./intervals.ts"
import type { Cell } from "./losses.ts"

/** A probability and whether it came true. */
export type Forecast = readonly [p: number, y: number, weight?: number]

/** Sums up the rows of a bin, by their weights if they have any. */
export const toCell = (rows: ReadonlyArray<Forecast>): Cell => {
  if (rows.every(([, , weight]) => weight === undefined)) {
    return { p: mean(rows.map(([p]) => p)), n: rows.length, yes: rows.reduce((sum, [, y]) => sum + y, 0) }
  }
  let [weight, squares, p, yes] = [0, 0, 0, 0]
  for (const [value, y, one = 1] of rows) {
    weight += one
    squares += one * one
    p += one * value
    yes += one * y
  }
  const n = Math.round((weight * weight) / squares)
  return { p: p / weight, n, yes: (n * yes) / weight, weight }
}

/** Bins of about n / bins rows in the order of p. Equal values stay together, so the order of rows decides nothing. */
export const equalMassBins = (rows: ReadonlyArray<Forecast>, bins: number): Array<Array<Forecast>> => {
  const sorted = rows.toSorted(([a], [b]) => a - b)
  const found: Array<Array<Forecast>> = []
  let open: Array<Forecast> = []
  let next = 1
  sorted.forEach((row, index) => {
    open.push(row)
    const isLastOfEquals = sorted[index + 1]?.[0] !== row[0]
    if (isLastOfEquals && index + 1 >= (next * rows.length) / bins - 1e-9) {
      found.push(open)
      open = []
      next = Math.floor(((index + 1) * bins) / rows.length + 1e-9) + 1
    }
  })
  if (open.length > 0) found.push(open)
  return found
}

type Sized = Pick<Cell, "n" | "weight">

const total = (cells: ReadonlyArray<Sized>): number =>
  cells.reduce((sum, { n, weight = n }) => sum + weight, 0)

/** Expected calibration error: the mean distance of probability and share. Never 0, even for a perfect model. */
export const calibrationError = (cells: ReadonlyArray<Cell>): number => {
  const n = total(cells)
  return cells.reduce(
    (sum, cell) => sum + ((cell.weight ?? cell.n) / n) * Math.abs(cell.p - cell.yes / cell.n),
    0
  )
}

/** What {@link calibrationError} would be on average for a perfect model, in cells of this size. */
export const perfectCalibrationError = (cells: ReadonlyArray<Sized & Pick<Cell, "p">>): number => {
  const n = total(cells)
  return cells.reduce((sum, cell) => {
    let expected = 0
    for (let k = 0; k <= cell.n; k++) {
      expected += binomialPmf(k, cell.n, cell.p) * Math.abs(k / cell.n - cell.p)
    }
    return sum + ((cell.weight ?? cell.n) / n) * expected
  }, 0)
}

const rootOf = (squared: number) => Math.sqrt(Math.max(0, squared))

/** The squared calibration error, as seen and without the bias of finite cells; `root` is of what is left. */
export const debiasedCalibrationError = (
  cells: ReadonlyArray<Cell>
): { readonly pluginSquared: number; readonly squared: number; readonly root: number } => {
  const n = total(cells)
  let [pluginSquared, squared] = [0, 0]
  for (const cell of cells) {
    const share = cell.yes / cell.n
    const seen = (cell.p - share) ** 2
    const part = (cell.weight ?? cell.n) / n
    pluginSquared += part * seen
    // One row says nothing about its bias.
    if (cell.n > 1) squared += part * (seen - (share * (1 - share)) / (cell.n - 1))
  }
  return { pluginSquared, squared, root: rootOf(squared) }
}

/** Parts of the rows that {@link calibrationEstimate} leaves out in turn, at most. */
const maxParts = 20

/** Numbers rows by part: rows of one group are in one part. */
const partsOf = (rows: number, groups: ReadonlyArray<unknown> | undefined): ReadonlyArray<number> => {
  const places = new Map<unknown, number>()
  return Array.from({ length: rows }, (_row, index) => {
    const group = groups === undefined ? index : groups[index]
    const place = places.get(group) ?? places.size
    places.set(group, place)
    return place % maxParts
  })
}

/**
 * The root of the debiased error in bins of equal mass, and its interval, from leaving out each part of the rows in turn
 * (a jackknife). Unlike quantiles of a bootstrap, it reaches 0 where the rows do not speak against the model.
 */
export const calibrationEstimate = (
  rows: ReadonlyArray<Forecast>,
  bins: number,
  groups: ReadonlyArray<unknown> | undefined,
  confidence = 0.95
): Estimate => {
  const squaredOf = (some: ReadonlyArray<Forecast>) =>
    debiasedCalibrationError(equalMassBins(some, bins).map(toCell)).squared
  const parts = partsOf(rows.length, groups)
  const count = new Set(parts).size
  // Sorting what is in order already takes little: each part keeps this order.
  const sorted = rows
    .map((row, index) => ({ row, part: parts[index] }))
    .toSorted(({ row: [a] }, { row: [b] }) => a - b)
  const squared = squaredOf(rows)
  if (count < 2) return { value: rootOf(squared), low: -Infinity, high: Infinity }
  const others = Array.from({ length: count }, (_part, part) =>
    squaredOf(sorted.flatMap((each) => (each.part === part ? [] : [each.row])))
  )
  const middle = mean(others)
  const variance = others.reduce((sum, other) => sum + (other - middle) ** 2, 0) * ((count - 1) / count)
  const half = studentQuantile(1 - (1 - confidence) / 2, count - 1) * Math.sqrt(variance)
  return { value: rootOf(squared), low: rootOf(squared - half), high: rootOf(squared + half) }
}
