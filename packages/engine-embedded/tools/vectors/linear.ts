// Small dense linear algebra for the distilling script: centring, projection, nearest rows.

/** Subtracts the mean row. */
export const center = (rows: ReadonlyArray<Float64Array>): Array<Float64Array> => {
  const width = rows[0]?.length ?? 0
  const mean = new Float64Array(width)
  for (const row of rows)
    for (let i = 0; i < width; i++) mean[i] = (mean[i] ?? 0) + (row[i] ?? 0) / rows.length
  return rows.map((row) => row.map((value, i) => value - (mean[i] ?? 0)))
}

/** Scales every row to length 1. */
export const normalize = (rows: ReadonlyArray<Float64Array>): Array<Float64Array> =>
  rows.map((row) => {
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1
    return row.map((value) => value / length)
  })

const orthonormalize = (basis: ReadonlyArray<Float64Array>): void => {
  for (const [index, row] of basis.entries()) {
    for (const earlier of basis.slice(0, index)) {
      let dot = 0
      for (let i = 0; i < row.length; i++) dot += (row[i] ?? 0) * (earlier[i] ?? 0)
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) - dot * (earlier[i] ?? 0)
    }
    let length = 0
    for (const value of row) length += value * value
    length = Math.sqrt(length) || 1
    for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) / length
  }
}

/** Principal components by subspace iteration; the columns come out by falling variance. */
export const project = (rows: ReadonlyArray<Float64Array>, dimensions: number): Array<Float64Array> => {
  const width = rows[0]?.length ?? 0
  const covariance = Array.from({ length: width }, () => new Float64Array(width))
  for (const row of rows) {
    for (let i = 0; i < width; i++) {
      const line = covariance[i] ?? new Float64Array()
      const value = row[i] ?? 0
      for (let j = 0; j < width; j++) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0)
    }
  }
  const basis = Array.from({ length: dimensions }, (__, d) =>
    Float64Array.from({ length: width }, (_, i) => Math.sin((d + 1) * (i + 1) * 12.9898))
  )
  orthonormalize(basis)
  for (let round = 0; round < 40; round++) {
    for (const row of basis) {
      const image = covariance.map((line) => {
        let dot = 0
        for (let i = 0; i < width; i++) dot += (line[i] ?? 0) * (row[i] ?? 0)
        return dot
      })
      row.set(image)
    }
    orthonormalize(basis)
  }
  return rows.map((row) =>
    Float64Array.from(basis, (axis) => {
      let dot = 0
      for (let i = 0; i < width; i++) dot += (axis[i] ?? 0) * (row[i] ?? 0)
      return dot
    })
  )
}

/** For every row of length 1, the `count` most similar other rows. */
export const nearest = (
  rows: ReadonlyArray<Float64Array>,
  count: number,
  say: (line: string) => void
): Array<Array<{ readonly index: number; readonly similarity: number }>> => {
  const width = rows[0]?.length ?? 0
  const flat = new Float32Array(rows.length * width)
  for (const [index, row] of rows.entries()) flat.set(row, index * width)
  return rows.map((row, index) => {
    if (index % 4_000 === 0) say(`neighbours ${index}`)
    const best: Array<{ readonly index: number; readonly similarity: number }> = []
    let floor = -1
    for (let other = 0; other < rows.length; other++) {
      if (other === index) continue
      let dot = 0
      const start = other * width
      for (let i = 0; i < width; i++) dot += (row[i] ?? 0) * (flat[start + i] ?? 0)
      if (dot <= floor && best.length === count) continue
      best.push({ index: other, similarity: dot })
      best.sort((a, b) => b.similarity - a.similarity)
      if (best.length > count) best.pop()
      floor = best.at(-1)?.similarity ?? -1
    }
    return best
  })
}
