// Fits the weights of a softmax over options with a ridge penalty, by Newton's method.
import type { Example } from "./examples.ts"

/** An example with its weight. */
export interface Group {
  readonly example: Example
  readonly share: number
}

const solve = (matrix: ReadonlyArray<Float64Array>, right: Float64Array): Float64Array => {
  const rows = matrix.map((row, i) => Float64Array.from([...row, right[i] ?? 0]))
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    const head = rows[pivot] ?? new Float64Array()
    for (let below = 0; below < size; below++) {
      const row = rows[below]
      if (row === undefined || below === pivot) continue
      const factor = (row[pivot] ?? 0) / (head[pivot] ?? 1)
      if (factor !== 0) for (let c = pivot; c <= size; c++) row[c] = (row[c] ?? 0) - factor * (head[c] ?? 0)
    }
  }
  return Float64Array.from(rows, (row, i) => (row[size] ?? 0) / (row[i] ?? 1))
}

/** One example: the feature values of each option, and the part of its score that is not fitted. */
interface Row {
  readonly values: Float64Array
  readonly offsets: Float64Array
  readonly options: number
  readonly gold: number
  readonly share: number
}

const rowOf = (
  { example, share }: Group,
  names: ReadonlyArray<string>,
  set: Readonly<Record<string, number>>
): Row => {
  const offsetOf = (row: Example["rows"][number]): number =>
    Object.entries(set).reduce((sum, [name, weight]) => sum + weight * (row[name] ?? 0), 0)
  return {
    values: Float64Array.from(example.rows.flatMap((row) => names.map((name) => row[name] ?? 0))),
    offsets: Float64Array.from(example.rows, offsetOf),
    options: example.rows.length,
    gold: example.gold,
    share
  }
}

/** The scale of each feature: how much it differs between the options of one question. */
const scaleOf = (rows: ReadonlyArray<Row>, size: number): Float64Array => {
  const scale = new Float64Array(size)
  let whole = 0
  for (const { options, share, values } of rows) {
    whole += share
    for (let j = 0; j < size; j++) {
      let [sum, squares] = [0, 0]
      for (let k = 0; k < options; k++) {
        const value = values[k * size + j] ?? 0
        sum += value
        squares += value * value
      }
      scale[j] = (scale[j] ?? 0) + share * Math.max(0, squares / options - (sum / options) ** 2)
    }
  }
  return scale.map((value) => Math.sqrt(value / whole) || 1)
}

const maxRounds = 12

/**
 * Fits the weights of the features `names`. `set` are weights of further features, which are given. `ridge` is the penalty on
 * the squares of the scaled weights.
 */
export const fitWeights = (
  groups: ReadonlyArray<Group>,
  names: ReadonlyArray<string>,
  ridge: number,
  set: Readonly<Record<string, number>> = {}
): Record<string, number> => {
  const size = names.length
  const rows = groups.map((group) => rowOf(group, names, set))
  const scale = scaleOf(rows, size)
  for (const { values } of rows)
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) / (scale[i % size] ?? 1)
  const whole = rows.reduce((sum, { share }) => sum + share, 0)
  const weights = new Float64Array(size)
  const mean = new Float64Array(size)
  for (let round = 0; round < maxRounds; round++) {
    const gradient = weights.map((value) => ridge * value)
    const curvature = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (__, j) => (i === j ? ridge + 1e-9 : 0))
    )
    for (const { gold, offsets, options, share, values } of rows) {
      const p = offsets.map((offset, k) => {
        let score = offset
        for (let j = 0; j < size; j++) score += (values[k * size + j] ?? 0) * (weights[j] ?? 0)
        return score
      })
      const top = p.reduce((a, b) => Math.max(a, b), -Infinity)
      let sum = 0
      for (let k = 0; k < options; k++) sum += p[k] = Math.exp((p[k] ?? 0) - top)
      mean.fill(0)
      for (let k = 0; k < options; k++) {
        p[k] = (p[k] ?? 0) / sum
        for (let j = 0; j < size; j++) mean[j] = (mean[j] ?? 0) + (p[k] ?? 0) * (values[k * size + j] ?? 0)
      }
      for (let j = 0; j < size; j++)
        gradient[j] = (gradient[j] ?? 0) + (((mean[j] ?? 0) - (values[gold * size + j] ?? 0)) * share) / whole
      for (let k = 0; k < options; k++) {
        const part = ((p[k] ?? 0) * share) / whole
        for (let a = 0; a < size; a++) {
          const line = curvature[a] ?? mean
          const left = part * ((values[k * size + a] ?? 0) - (mean[a] ?? 0))
          if (left === 0) continue
          for (let b = 0; b < size; b++)
            line[b] = (line[b] ?? 0) + left * ((values[k * size + b] ?? 0) - (mean[b] ?? 0))
        }
      }
    }
    const step = solve(curvature, gradient)
    for (let j = 0; j < size; j++) weights[j] = (weights[j] ?? 0) - (step[j] ?? 0)
    if (step.every((value) => Math.abs(value) < 1e-6)) break
  }
  return Object.fromEntries(names.map((name, j) => [name, (weights[j] ?? 0) / (scale[j] ?? 1)]))
}
