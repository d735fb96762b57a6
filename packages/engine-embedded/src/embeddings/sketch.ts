/**
 * From evidence to components. Each block of 512 components is a view of all the evidence: meaning beside hashed
 * words, under random signs, then mixed by a Hadamard transform, so that every component holds a little of
 * everything. Any first components are therefore a vector of the whole text, and more of them a sharper one.
 */
import type { Features } from "./features.ts"

/** Components of a block. */
export const block = 512

/** How much meaning counts beside words: squares sum to 1. */
const meaningShare = 0.6
const wordShare = 0.8

/** The finalizer of MurmurHash3: every bit of the result depends on every bit given. */
const mix = (value: number): number => {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Turns evidence into sums, and sums into components, for one size of model. */
export interface Sketcher {
  /** Adds evidence, brought to length 1 and times `scale`, to a sum of so many blocks. */
  readonly add: (features: Features, scale: number, sum: Float64Array) => void
  /** The components of a sum. Their root mean square is 0.3 or close to it. */
  readonly components: (sum: Float64Array) => Float64Array
}

const spread = 0.3

const lengthOf = (values: Iterable<number>): number => {
  let square = 0
  for (const value of values) square += value * value
  return Math.sqrt(square)
}

/** The Walsh-Hadamard transform of one block, in place. */
const hadamard = (values: Float64Array, start: number): void => {
  for (let half = 1; half < block; half *= 2) {
    for (let at = start; at < start + block; at += 2 * half) {
      for (let left = at; left < at + half; left++) {
        const a = values[left] ?? 0
        const b = values[left + half] ?? 0
        values[left] = a + b
        values[left + half] = a - b
      }
    }
  }
}

/** A sketcher; `seed` gives each size of model its own view. */
export const makeSketcher = (seed: number): Sketcher => ({
  add: ({ meaning, words }, scale, sum) => {
    const blocks = sum.length / block
    const meaningLength = lengthOf(meaning)
    let square = 0
    for (const weight of words.values()) square += weight
    const wordLength = Math.sqrt(square)
    const hasBoth = meaningLength > 0 && wordLength > 0
    const meaningScale = meaningLength === 0 ? 0 : ((hasBoth ? meaningShare : 1) * scale) / meaningLength
    const wordScale = wordLength === 0 ? 0 : ((hasBoth ? wordShare : 1) * scale) / wordLength
    const buckets = block - meaning.length
    for (let b = 0; b < blocks; b++) {
      const start = b * block
      for (let d = 0; d < meaning.length; d++)
        sum[start + d] = (sum[start + d] ?? 0) + meaningScale * (meaning[d] ?? 0)
      const view = mix(seed + b)
      for (const [hash, weight] of words) {
        const mixed = mix(hash ^ view)
        const at = start + meaning.length + (mixed % buckets)
        sum[at] = (sum[at] ?? 0) + (mixed & 0x8000_0000 ? -wordScale : wordScale) * Math.sqrt(weight)
      }
    }
  },
  components: (sum) => {
    // The first block is there whatever the dimensions: fewer of them must not change the scale.
    const length = lengthOf(sum.subarray(0, block))
    const scale = length === 0 ? 0 : spread / length
    const values = sum.map((value, at) => (mix(mix(seed) + at) & 1 ? -scale : scale) * value)
    for (let start = 0; start < values.length; start += block) hadamard(values, start)
    return values
  }
})
