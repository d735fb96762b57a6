// The vector of a text: the direction of the sum of the vectors of its words.
import type { WordVectors } from "./wordVectors.ts"

/** The sum of the vectors of words, given with their counts. Frequent words weigh less. */
const sumWordVectors = (wordVectors: WordVectors, words: ReadonlyMap<string, number>): Float64Array => {
  const { dimensions, table } = wordVectors
  const sum = new Float64Array(dimensions)
  for (const [word, count] of words) {
    const index = wordVectors.indexOf(word)
    if (index === undefined) continue
    const scale = Math.log(1 + count) * (1e-3 / (1e-3 + 0.1 / wordVectors.rank(index)))
    const row = index * dimensions
    for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] ?? 0) + scale * (table[row + d] ?? 0)
  }
  return sum
}

/** The vector of words, given with their counts, as integers from -127 to 127; zeros when no word is known. */
export const textVector = (wordVectors: WordVectors, words: ReadonlyMap<string, number>): Int8Array => {
  const sum = sumWordVectors(wordVectors, words)
  const length = Math.hypot(...sum)
  return Int8Array.from(sum, (value) => (length === 0 ? 0 : Math.round((127 * value) / length)))
}

/** The cosine similarity of two vectors of {@link textVector}, -1 to 1. */
export const cosine = (left: Int8Array, right: Int8Array): number => {
  let dot = 0
  for (let d = 0; d < left.length; d++) dot += (left[d] ?? 0) * (right[d] ?? 0)
  return dot / (127 * 127)
}
