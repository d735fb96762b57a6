// Against the bias of a model: temperatures, the mean of several orders, and the prior of a question. Pure.
// Assumed: ours.
import type { Ask } from "@leadline/core/decisions"
import { softmax } from "../../decisions/tournament.ts"

/** Temperatures by kind of question and number of options. Default 1. */
export interface TemperatureTable {
  readonly noul?: number | undefined
  readonly choice?: { readonly [range: string]: number } | undefined
  readonly score?: { readonly [range: string]: number } | undefined
}

/** Numbers of options that share a temperature. */
export const ranges = ["2", "3-5", "6-10", "11-31", "32-255"] as const

const rangeOf = (count: number): string =>
  ranges.find((range) => count <= Number(range.slice(range.indexOf("-") + 1))) ?? "32-255"

/** The temperature of a question, 0.25 to 8. */
export const temperatureOf = (table: TemperatureTable | undefined, { options, type }: Ask): number => {
  const own = table?.[type]
  const temperature = typeof own === "object" ? own[rangeOf(options.length)] : own
  return Math.min(8, Math.max(0.25, temperature ?? 1))
}

/** The orders in which options are asked: so many cyclic shifts, spread evenly. */
export const rotationsOf = (count: number, rotations: number): ReadonlyArray<ReadonlyArray<number>> => {
  const turns = Math.min(Math.max(1, rotations), count)
  return Array.from({ length: turns }, (_, turn) => {
    const shift = Math.floor((turn * count) / turns)
    return Array.from({ length: count }, (_order, place) => (place + shift) % count)
  })
}

/** Logs of the geometric mean of distributions, which are given by weights with any offset. */
export const geometricMean = (weights: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const [first = []] = weights
  return first.map((_, index) => weights.reduce((sum, own) => sum + (own[index] ?? 0), 0) / weights.length)
}

/** How much of the prior is taken out. */
const priorStrength = 0.75

/** Inputs of a question before its prior is used. */
const priorInputs = 8

/** Questions whose priors are kept: the oldest is forgotten. Characters of the longest one. */
const priorQuestions = 1000
const priorLength = 16_384

/** Weights with the prior of their question taken out. */
export const withoutPrior = (
  weights: ReadonlyArray<number>,
  prior: ReadonlyArray<number>
): ReadonlyArray<number> =>
  weights.map((weight, index) => weight - priorStrength * Math.log(Math.max(1e-12, prior[index] ?? 1)))

/**
 * Remembers the mean answer to each question of a key group, and takes it out of weights once enough inputs were seen. No
 * other group sees or moves it.
 */
export const makePriors = () => {
  const known = new Map<string, { inputs: number; readonly sums: Array<number> }>()
  return (group: string, ask: Ask, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
    const key = JSON.stringify([group, ask])
    if (key.length > priorLength) return weights
    const seen = known.get(key) ?? { inputs: 0, sums: weights.map(() => 0) }
    known.delete(key)
    known.set(key, seen)
    const oldest = known.keys().next()
    if (known.size > priorQuestions && oldest.done !== true) known.delete(oldest.value)
    for (const [index, p] of softmax(weights).entries()) seen.sums[index] = (seen.sums[index] ?? 0) + p
    seen.inputs++
    if (seen.inputs < priorInputs) return weights
    return withoutPrior(
      weights,
      seen.sums.map((total) => total / seen.inputs)
    )
  }
}
