// Maps from stated to calibrated probabilities, fitted on labels.
import { rootOfFalling } from "./binomial.ts"
import { type Convex, minimize } from "./linear.ts"
import type { Cell, Probabilities } from "./losses.ts"

/** Probabilities with how often each class was the label. */
export interface Counted {
  readonly p: Probabilities
  readonly counts: ReadonlyArray<number>
}

/** The least and greatest temperature of a fit. */
export const temperatureBounds = { min: 0.1, max: 10 } as const

/** The least rows for isotonic regression, and the least rows of each class for vector scaling. */
export const rowsNeeded = { isotonic: 1_000, vectorScalingPerClass: 100 } as const

/** Zero is "less than anything stated": logarithms need a bit more. */
const tiny = 1e-6

const logs = (p: Probabilities) => p.map((value) => Math.log(Math.max(tiny, value)))

const softmax = (values: ReadonlyArray<number>): Array<number> => {
  const top = Math.max(...values)
  const weights = values.map((value) => Math.exp(value - top))
  const whole = weights.reduce((sum, value) => sum + value, 0)
  return weights.map((value) => value / whole)
}

/** p^(1/T), normalised. */
export const applyTemperature = (p: Probabilities, temperature: number): Array<number> =>
  softmax(logs(p).map((value) => value / temperature))

/** A fitted temperature, or why there is none. */
export type TemperatureFit =
  | { readonly temperature: number; readonly refused?: undefined }
  | { readonly temperature?: undefined; readonly refused: "at the bound" }

/** Fits the temperature that minimises log loss. Where every row is right it would fall for ever: then it is refused. */
export const fitTemperature = (rows: ReadonlyArray<Counted>): TemperatureFit => {
  // With b = 1 / T the loss is convex: its slope is the stated mean of ln p minus the mean over labels.
  const prepared = rows.map(({ counts, p }) => ({ counts, values: logs(p) }))
  const slope = (b: number): number => {
    let sum = 0
    for (const { counts, values } of prepared) {
      const now = softmax(values.map((value) => value * b))
      const n = counts.reduce((total, count) => total + count, 0)
      values.forEach((value, k) => (sum += value * (n * (now[k] ?? 0) - (counts[k] ?? 0))))
    }
    return sum
  }
  const [low, high] = [1 / temperatureBounds.max, 1 / temperatureBounds.min]
  if (slope(high) <= 0 || slope(low) >= 0) return { refused: "at the bound" }
  return { temperature: 1 / rootOfFalling((b) => -slope(b), low, high) }
}

/** A point of isotonic regression. */
export interface IsotonicPoint {
  readonly x: number
  readonly fitted: number
}

/** Isotonic regression: rows of equal p are averaged first, then adjacent violators are pooled. */
export const fitIsotonic = (cells: ReadonlyArray<Cell>): Array<IsotonicPoint> => {
  const merged = new Map<number, { n: number; yes: number }>()
  for (const { n, p, yes } of cells) {
    const known = merged.get(p) ?? { n: 0, yes: 0 }
    merged.set(p, { n: known.n + n, yes: known.yes + yes })
  }
  const blocks: Array<{ readonly xs: Array<number>; readonly n: number; readonly yes: number }> = []
  for (const [x, { n, yes }] of [...merged].toSorted(([a], [b]) => a - b)) {
    let block = { xs: [x], n, yes }
    for (
      let last = blocks.at(-1);
      last !== undefined && last.yes / last.n >= block.yes / block.n;
      last = blocks.at(-1)
    ) {
      blocks.pop()
      block = { xs: [...last.xs, ...block.xs], n: last.n + block.n, yes: last.yes + block.yes }
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ n, xs, yes }) => xs.map((x) => ({ x, fitted: yes / n })))
}

/** Applies {@link fitIsotonic}: between points along a line, beyond them the nearest. */
export const applyIsotonic = (p: number, points: ReadonlyArray<IsotonicPoint>): number => {
  const above = points.findIndex(({ x }) => x >= p)
  const high = points[above] ?? points.at(-1)
  const low = points[above - 1]
  if (high === undefined) return p
  if (above === -1 || low === undefined || high.x === p) return high.fitted
  return low.fitted + ((p - low.x) / (high.x - low.x)) * (high.fitted - low.fitted)
}

/** The weights of vector scaling; the last of `b` is 0. */
export interface VectorScaling {
  readonly w: ReadonlyArray<number>
  readonly b: ReadonlyArray<number>
}

/** softmax(w_k ln p_k + b_k). It can change which class is the most probable. */
export const applyVectorScaling = (p: Probabilities, { b, w }: VectorScaling): Array<number> =>
  softmax(logs(p).map((value, k) => (w[k] ?? 1) * value + (b[k] ?? 0)))

/** Fits {@link applyVectorScaling}: 2K − 1 numbers, so it needs many rows of every class. */
export const fitVectorScaling = (rows: ReadonlyArray<Counted>): VectorScaling => {
  const classes = rows[0]?.p.length ?? 0
  const size = 2 * classes - 1
  const unpack = (x: ReadonlyArray<number>): VectorScaling => ({
    w: x.slice(0, classes),
    b: [...x.slice(classes), 0]
  })
  const f = (x: ReadonlyArray<number>): Convex => {
    const scaling = unpack(x)
    const gradient = Array.from({ length: size }, () => 0)
    const hessian = gradient.map(() => gradient.map(() => 0))
    let loss = 0
    for (const { counts, p } of rows) {
      const values = logs(p)
      const now = applyVectorScaling(p, scaling)
      const n = counts.reduce((sum, count) => sum + count, 0)
      // The slope of the logit of class k by parameter i.
      const slope = (i: number, k: number) =>
        i < classes ? (i === k ? (values[k] ?? 0) : 0) : Number(i - classes === k)
      now.forEach((q, k) => (loss -= (counts[k] ?? 0) * Math.log(Math.max(1e-300, q))))
      const means = gradient.map((_zero, i) => now.reduce((sum, q, k) => sum + q * slope(i, k), 0))
      gradient.forEach((value, i) => {
        gradient[i] =
          value + n * (means[i] ?? 0) - counts.reduce((sum, count, k) => sum + count * slope(i, k), 0)
        const line = hessian[i] ?? []
        line.forEach((entry, j) => {
          const product = now.reduce((sum, q, k) => sum + q * slope(i, k) * slope(j, k), 0)
          line[j] = entry + n * (product - (means[i] ?? 0) * (means[j] ?? 0))
        })
      })
    }
    return { loss, gradient, hessian }
  }
  const identity = Array.from({ length: size }, (_value, i) => Number(i < classes))
  return unpack(minimize(f, identity))
}
