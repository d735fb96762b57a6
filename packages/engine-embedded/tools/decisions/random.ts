// Seeded random choices.

/** Random choices from a seeded sequence. */
export interface Draw {
  /** A whole number from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  readonly one: <A>(list: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>) => A
  readonly chance: (share: number) => boolean
  readonly shuffled: <A>(list: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Random choices by a seed: the same seed gives the same choices. */
export const drawFrom = (seed: number): Draw => {
  let state = seed
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
  return {
    whole,
    one: (list) => {
      const found = list[whole(0, list.length - 1)]
      if (found === undefined) throw new Error("an empty list")
      return found
    },
    chance: (share) => random() < share,
    shuffled: (list) =>
      list
        .map((entry) => ({ entry, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ entry }) => entry)
  }
}
