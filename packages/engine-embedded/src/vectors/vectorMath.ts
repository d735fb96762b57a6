// Arithmetic on word vectors.

/** The length of a vector. */
export const lengthOf = (values: Float32Array | Float64Array): number => {
  let square = 0
  for (const value of values) square += value * value
  return Math.sqrt(square)
}

/** Scales a vector to length 1; the zero vector stays. */
export const normalize = (sum: Float64Array): Float64Array => {
  const length = lengthOf(sum)
  return length === 0 ? sum : sum.map((value) => value / length)
}

/** Cosine similarity of two unit vectors; 0 when one of them is the zero vector. */
export const cosineSimilarity = (left: Float64Array, right: Float64Array): number => {
  let dot = 0
  for (let d = 0; d < left.length; d++) dot += (left[d] ?? 0) * (right[d] ?? 0)
  return dot
}
