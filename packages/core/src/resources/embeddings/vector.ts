// Decodes and compares the vectors of a response. Pure.
// Source: §2.7; how to compare is Assumed: docs, the bit order ours.
import { fromBase64 } from "./fromBase64.ts"

const decoded = (embedding: string): Uint8Array<ArrayBuffer> => {
  const bytes = fromBase64(embedding)
  // Responses are checked, so their texts are base64.
  if (bytes === undefined) throw new TypeError("embedding: expected base64 with padding")
  return bytes
}

const sameLength = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
  if (left.length !== right.length)
    throw new RangeError(`Expected vectors of one length, got ${left.length} and ${right.length}`)
  return left.length
}

/**
 * The components of a `base64_int8` embedding, -128 to 127. They are not normalized: compare with {@link cosine}.
 * Throws a TypeError when the text is not base64.
 */
export const toInt8 = (embedding: string): Int8Array<ArrayBuffer> => new Int8Array(decoded(embedding).buffer)

/**
 * The bits of a `base64_binary` embedding, eight per byte: component `d` is bit `7 - d % 8` of byte `d >> 3`.
 * Compare with {@link hamming}. Throws a TypeError when the text is not base64.
 */
export const toBits = (embedding: string): Uint8Array<ArrayBuffer> => decoded(embedding)

/** The sum of products. Throws a RangeError for vectors of different lengths. */
export const dot = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
  const length = sameLength(left, right)
  let sum = 0
  for (let d = 0; d < length; d++) sum += (left[d] ?? 0) * (right[d] ?? 0)
  return sum
}

/**
 * Cosine similarity, -1 to 1; higher is closer. 0 when a vector is all zeros. Throws a RangeError for vectors of
 * different lengths.
 */
export const cosine = (left: ArrayLike<number>, right: ArrayLike<number>): number => {
  const length = sameLength(left, right)
  let product = 0
  let leftSquare = 0
  let rightSquare = 0
  for (let d = 0; d < length; d++) {
    const a = left[d] ?? 0
    const b = right[d] ?? 0
    product += a * b
    leftSquare += a * a
    rightSquare += b * b
  }
  if (leftSquare === 0 || rightSquare === 0) return 0
  return Math.max(-1, Math.min(1, product / (Math.sqrt(leftSquare) * Math.sqrt(rightSquare))))
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length)

/** The number of different bits; fewer is closer. Throws a RangeError for vectors of different lengths. */
export const hamming = (left: Uint8Array, right: Uint8Array): number => {
  const length = sameLength(left, right)
  let count = 0
  for (let at = 0; at < length; at++) count += ones[(left[at] ?? 0) ^ (right[at] ?? 0)] ?? 0
  return count
}
