/**
 * Projects features to the components of a vector. Each block of 512 components holds all features: the word-vector
 * sum beside hashed words, under random signs, mixed by a Hadamard transform. So the first n components, for any n,
 * are a vector of the whole text, and more components make it more precise.
 */
import { lengthOf } from "../vectors/vectorMath.ts"
import type { Features } from "./features.ts"

/** Components per block. */
export const blockSize = 512

/** Weights of word vectors and of hashed words; their squares sum to 1. */
const meaningShare = 0.6
const wordShare = 0.8

/** The finalizer of MurmurHash3: every bit of the result depends on every bit of the value. */
const mix = (value: number): number => {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The root mean square of components, about. */
const rootMeanSquare = 0.3

/** The Walsh-Hadamard transform of one block, in place. */
const hadamard = (values: Float32Array, start: number): void => {
  for (let half = 1; half < blockSize; half *= 2) {
    for (let at = start; at < start + blockSize; at += 2 * half) {
      for (let left = at; left < at + half; left++) {
        const a = values[left] ?? 0
        const b = values[left + half] ?? 0
        values[left] = a + b
        values[left + half] = a - b
      }
    }
  }
}

/** A projection to at most `size` components; the random signs depend on `size`. */
export const makeProjection = (size: number) => {
  const signs = Float32Array.from({ length: Math.ceil(size / blockSize) * blockSize }, (_, at) =>
    mix(mix(size) + at) & 1 ? -1 : 1
  )
  return {
    /** Normalises features and adds them to a sum of whole blocks. */
    add: ({ meaning, words }: Features, sum: Float32Array): void => {
      const meaningScale = meaningShare / (lengthOf(meaning) || 1)
      const wordScale =
        wordShare / Math.sqrt([...words.values()].reduce((square, weight) => square + weight, 0))
      const buckets = blockSize - meaning.length
      for (let start = 0; start < sum.length; start += blockSize)
        for (let d = 0; d < meaning.length; d++)
          sum[start + d] = (sum[start + d] ?? 0) + meaningScale * (meaning[d] ?? 0)
      for (const [hash, weight] of words) {
        const value = wordScale * Math.sqrt(weight)
        for (let start = 0; start < sum.length; start += blockSize) {
          const mixed = mix(mix(hash ^ size) + start)
          const at = start + meaning.length + (mixed % buckets)
          sum[at] = (sum[at] ?? 0) + (mixed & 0x8000_0000 ? -value : value)
        }
      }
    },
    /** Turns a sum into components, in place. */
    finish: (sum: Float32Array): void => {
      // The scale comes from the first block, so that it does not depend on the number of dimensions.
      const length = lengthOf(sum.subarray(0, blockSize))
      const scale = length === 0 ? 0 : rootMeanSquare / length
      for (let at = 0; at < sum.length; at++) sum[at] = scale * (signs[at] ?? 0) * (sum[at] ?? 0)
      for (let start = 0; start < sum.length; start += blockSize) hadamard(sum, start)
    }
  }
}
