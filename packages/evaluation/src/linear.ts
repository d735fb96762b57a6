// Newton's method for the small convex fits of calibration.

/** A·x = b by elimination with pivoting; undefined for a singular matrix. */
const solve = (
  matrix: ReadonlyArray<ReadonlyArray<number>>,
  right: ReadonlyArray<number>
): Array<number> | undefined => {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  const n = rows.length
  for (let column = 0; column < n; column++) {
    const below = rows.slice(column)
    const pivot = below.reduce((best, row) =>
      Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best
    )
    const scale = pivot[column] ?? 0
    if (Math.abs(scale) < 1e-300) return undefined
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const [i, row] of rows.entries()) {
      if (i === column) continue
      const factor = (row[column] ?? 0) / scale
      for (let j = column; j <= n; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
}

/** A convex loss with its slope and curvature. */
export interface Convex {
  readonly loss: number
  readonly gradient: ReadonlyArray<number>
  readonly hessian: ReadonlyArray<ReadonlyArray<number>>
}

/** Minimises a convex function by Newton steps, halved until the loss falls. */
export const minimize = (
  f: (x: ReadonlyArray<number>) => Convex,
  start: ReadonlyArray<number>
): Array<number> => {
  let x = [...start]
  let here = f(x)
  for (let step = 0; step < 200; step++) {
    // A trace of ridge keeps flat directions solvable and moves no minimum.
    const ridged = here.hessian.map((row, i) => row.map((value, j) => (i === j ? value + 1e-12 : value)))
    const direction = solve(ridged, here.gradient)
    if (direction === undefined) break
    let size = 1
    let next = x
    let there = here
    for (; size > 1e-12; size /= 2) {
      next = x.map((value, i) => value - size * (direction[i] ?? 0))
      there = f(next)
      if (there.loss <= here.loss) break
    }
    const moved = Math.max(...next.map((value, i) => Math.abs(value - (x[i] ?? 0))))
    if (!(there.loss <= here.loss)) break
    x = next
    here = there
    if (moved < 1e-13) break
  }
  return x
}
