// Random numbers that are the same on every machine.
// The generator is mulberry32.

/** Random choices. */
export interface SeededRandom {
  /** An integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  readonly pick: <A>(from: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Random choices that depend on the seed alone. */
export const seededRandom = (seed: number): SeededRandom => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0]
  }
}
