// Arithmetic on word vectors.
import type { WordVectors } from "./wordVectors.ts"

/** Scales a vector to length 1; the zero vector stays. */
export const normalize = (sum: Float64Array): Float64Array => {
  let square = 0
  for (const value of sum) square += value * value
  return square === 0 ? sum : sum.map((value) => value / Math.sqrt(square))
}

/** Cosine similarity of two unit vectors; 0 when one of them is the zero vector. */
export const cosineSimilarity = (left: Float64Array, right: Float64Array): number => {
  let dot = 0
  for (let d = 0; d < left.length; d++) dot += (left[d] ?? 0) * (right[d] ?? 0)
  return dot
}

/** The vector of words, given with their counts, as integers from -127 to 127; zeros when no word is known. */
export const textVector = (
  { dimensions, indexOf, rank, table }: WordVectors,
  words: ReadonlyMap<string, number>
): Int8Array => {
  const sum = new Float64Array(dimensions)
  for (const [word, count] of words) {
    const index = indexOf(word)
    if (index === undefined) continue
    // Frequent words weigh less.
    const scale = Math.log(1 + count) * (1e-3 / (1e-3 + 0.1 / rank(index)))
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (table[index * dimensions + d] ?? 0)
  }
  return Int8Array.from(normalize(sum), (value) => Math.round(127 * value))
}

/** The cosine similarity of two vectors of {@link textVector}, -1 to 1. */
export const cosine = (left: Int8Array, right: Int8Array): number =>
  left.reduce((dot, value, d) => dot + value * (right[d] ?? 0), 0) / (127 * 127)
