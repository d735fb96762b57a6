// Random choices that are the same on every machine.
import { seededRandom as numbersOf } from "@leadline/evaluation"

/** Random choices. */
export interface SeededRandom {
  /** An integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  readonly pick: <A>(from: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Random choices that depend on the seed alone. */
export const seededRandom = (seed: number): SeededRandom => {
  const next = numbersOf(seed)
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0]
  }
}
