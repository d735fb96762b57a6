// Risk and coverage: how many rows are acted upon from each level up, and how many of these are wrong.

/** A row as thresholds see it: how sure the answer is, and whether it is right. */
export interface Judged {
  readonly p: number
  readonly right: boolean
  /** What it counts among all rows. Default 1. */
  readonly weight?: number
}

/** All rows with one stated probability. */
export interface Level {
  readonly p: number
  readonly rows: number
  readonly errors: number
  /** How many rows these are without their weights. Default `rows`. */
  readonly count?: number
}

/** Rows by their distinct probability, from the most confident down. */
export const toLevels = (rows: ReadonlyArray<Judged>): Array<Level> => {
  const found = new Map<number, { rows: number; errors: number; count: number }>()
  for (const { p, right, weight = 1 } of rows) {
    const known = found.get(p) ?? { rows: 0, errors: 0, count: 0 }
    found.set(p, {
      rows: known.rows + weight,
      errors: known.errors + weight * Number(!right),
      count: known.count + 1
    })
  }
  return [...found].map(([p, counts]) => ({ p, ...counts })).toSorted((a, b) => b.p - a.p)
}

/** Rows and errors from each level up. */
export const cumulate = (levels: ReadonlyArray<Level>): Array<Level> => {
  let [rows, errors] = [0, 0]
  return levels.map((level) => {
    rows += level.rows
    errors += level.errors
    return { p: level.p, rows, errors }
  })
}

/** A point of the risk-coverage curve. */
export interface CoveragePoint {
  readonly p: number
  /** Rows acted upon, of all. */
  readonly coverage: number
  /** Errors among rows acted upon. */
  readonly risk: number
}

/** One point for each distinct probability, so the order of rows decides nothing. */
export const riskCoverage = (levels: ReadonlyArray<Level>): Array<CoveragePoint> => {
  const sums = cumulate(levels)
  const all = sums.at(-1)?.rows ?? 0
  return sums.map(({ errors, p, rows }) => ({ p, coverage: rows / all, risk: errors / rows }))
}

/**
 * Areas under the curve: the mean risk (`aurc`) and the mean share of wrong actions (`augrc`) over all numbers of rows,
 * with the expected errors within equal probabilities.
 */
export const riskCoverageAreas = (
  levels: ReadonlyArray<Level>
): { readonly aurc: number; readonly augrc: number; readonly perfect: number } => {
  let [rows, errors, risk, wrong] = [0, 0, 0, 0]
  for (const level of levels) {
    const { count = level.rows } = level
    const step = level.rows / count
    for (let k = 1; k <= count; k++) {
      const expected = errors + (level.errors * k) / count
      risk += (step * expected) / (rows + k * step)
      wrong += step * expected
    }
    rows += level.rows
    errors += level.errors
  }
  let perfect = 0
  for (let k = 1; k <= errors; k++) perfect += k / (rows - errors + k)
  return { aurc: risk / rows, augrc: wrong / rows / rows, perfect: perfect / rows }
}
