// Agreement of answers and labels, and of people who label.

/** Counts by class: rows are labels, columns are answers. */
export type Confusion = ReadonlyArray<ReadonlyArray<number>>

/** The confusion matrix of pairs of classes, each of which may have a weight. */
export const confusionMatrix = (
  classes: number,
  pairs: Iterable<readonly [label: number, answer: number, weight?: number]>
): Array<Array<number>> => {
  const counts = Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0))
  for (const [label, answer, pairWeight = 1] of pairs) {
    const row = counts[label]
    if (row?.[answer] !== undefined) row[answer] += pairWeight
  }
  return counts
}

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** The weight of a disagreement: any counts 1, or by the square of the distance of levels. */
export type Weights = "none" | "quadratic"

const weight = (weights: Weights, i: number, j: number): number =>
  weights === "none" ? Number(i !== j) : (i - j) ** 2

/** Cohen's kappa: agreement beyond chance; undefined when only one class occurs. */
export const kappa = (confusion: Confusion, weights: Weights = "none"): number | undefined => {
  const rows = confusion.map(sum)
  const columns = confusion.map((_row, k) => sum(confusion.map((row) => row[k] ?? 0)))
  const n = sum(rows)
  let [observed, expected] = [0, 0]
  confusion.forEach((row, i) =>
    row.forEach((count, j) => {
      observed += weight(weights, i, j) * count
      expected += (weight(weights, i, j) * (rows[i] ?? 0) * (columns[j] ?? 0)) / n
    })
  )
  return expected === 0 || n === 0 ? undefined : 1 - observed / expected
}

/**
 * Krippendorff's alpha of any number of reviewers: `labels[reviewer][row]`, null where one is missing. Rows with one
 * label are left out; undefined when only one label occurs.
 */
export const krippendorffAlpha = (
  labels: ReadonlyArray<ReadonlyArray<number | null>>,
  metric: "nominal" | "interval" = "nominal"
): number | undefined => {
  const values = [...new Set(labels.flat().filter((value) => value !== null))].toSorted((a, b) => a - b)
  const coincidences = values.map(() => values.map(() => 0))
  const rows = Math.max(0, ...labels.map(({ length }) => length))
  for (let row = 0; row < rows; row++) {
    const given = labels.map((reviewer) => reviewer[row] ?? null).filter((value) => value !== null)
    if (given.length < 2) continue
    given.forEach((a, i) =>
      given.forEach((b, j) => {
        const line = coincidences[values.indexOf(a)]
        const column = values.indexOf(b)
        if (i !== j && line?.[column] !== undefined) line[column] += 1 / (given.length - 1)
      })
    )
  }
  const totals = coincidences.map(sum)
  const n = sum(totals)
  const distance = (i: number, j: number): number =>
    metric === "nominal" ? Number(i !== j) : ((values[i] ?? 0) - (values[j] ?? 0)) ** 2
  let [observed, expected] = [0, 0]
  coincidences.forEach((line, i) =>
    line.forEach((count, j) => {
      observed += count * distance(i, j)
      expected += ((totals[i] ?? 0) * (totals[j] ?? 0) * distance(i, j)) / (n - 1)
    })
  )
  return expected === 0 ? undefined : 1 - observed / expected
}
