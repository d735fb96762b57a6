// Compares vectors: a matrix of similarities, the nearest of each, the size of each encoding.
// Source: §2.7.
import type { ContextualizedEmbeddingsResponse } from "@leadline/core/contextualized-embeddings"
import { cosine, hamming, toBits, toInt8 } from "@leadline/core/embeddings"

/** How a vector is packed. */
export type Encoding = "base64_int8" | "base64_binary"

/** Similarities of all chunks, row by row: 1 is the same direction, 0 unrelated. */
export type Matrix = ReadonlyArray<ReadonlyArray<number>>

/** The comparison of an answer's vectors. */
export interface Comparison {
  readonly chunks: ReadonlyArray<string>
  readonly matrix: Matrix
  readonly dimensions: number
  readonly encoding: Encoding
}

/** Share of bits that agree, from -1 to 1 like a cosine: it is the cosine of the signs. */
const agreement = (left: Uint8Array, right: Uint8Array): number =>
  1 - (2 * hamming(left, right)) / (left.length * 8)

const matrixOf = <V>(vectors: ReadonlyArray<V>, similarity: (left: V, right: V) => number): Matrix =>
  vectors.map((left) => vectors.map((right) => similarity(left, right)))

/** Compares the chunks of one document. */
export const compare = (
  chunks: ReadonlyArray<string>,
  encoding: Encoding,
  { data }: ContextualizedEmbeddingsResponse
): Comparison => {
  const texts = (data[0]?.data ?? []).map(({ embedding }) => embedding)
  if (encoding === "base64_binary") {
    const vectors = texts.map(toBits)
    return {
      chunks,
      encoding,
      matrix: matrixOf(vectors, agreement),
      dimensions: (vectors[0]?.length ?? 0) * 8
    }
  }
  const vectors = texts.map(toInt8)
  return { chunks, encoding, matrix: matrixOf(vectors, cosine), dimensions: vectors[0]?.length ?? 0 }
}

/** The chunks nearest to one, nearest first, without itself. */
export const nearest = (
  matrix: Matrix,
  to: number,
  most: number
): ReadonlyArray<{ readonly at: number; readonly value: number }> =>
  (matrix[to] ?? [])
    .map((value, at) => ({ at, value }))
    .filter(({ at }) => at !== to)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, most)

/** Lowest and highest similarity of different chunks. */
export const rangeOf = (matrix: Matrix): readonly [number, number] => {
  const values = matrix.flatMap((row, at) => row.filter((_, other) => other !== at))
  return values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
}

/** Bytes of one vector in each encoding, with 32-bit floats for comparison. */
export const sizesOf = (dimensions: number): ReadonlyArray<readonly [name: string, bytes: number]> => [
  ["32-bit floats, for comparison", dimensions * 4],
  ["base64_int8", dimensions],
  ["base64_binary", Math.ceil(dimensions / 8)]
]
