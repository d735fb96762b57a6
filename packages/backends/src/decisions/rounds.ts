// A choice with more options than a server takes at a time: groups with "none of the above", then their best together.
// Assumed: ours. Pure: the caller asks.

/** Options of one group, by their index. */
export type Group = ReadonlyArray<number>

/** The groups of the first round: `cap - 1` options at most, so that "none of the above" fits in. Neighbours part. */
export const groupsOf = (options: number, cap: number): ReadonlyArray<Group> => {
  const count = Math.ceil(options / (cap - 1))
  return Array.from({ length: count }, (_, group) =>
    Array.from({ length: Math.ceil((options - group) / count) }, (_none, place) => group + place * count)
  )
}

/** The result of the first round. */
export interface FirstRound {
  /** Sums to 1 over all options. */
  readonly shares: ReadonlyArray<number>
  /** The likeliest `cap` of them, in the order of the options. */
  readonly finalists: ReadonlyArray<number>
}

/** The smallest probability: a server that rounds says 0 where it means less. */
const logOf = (p: number, smallest: number): number => Math.log(Math.max(p, smallest))

/**
 * Weighs all options by how they did against "none of the above", the last entry of each group's `p`. `smallest` is what
 * a probability of 0 stands for.
 */
export const afterFirstRound = (
  groups: ReadonlyArray<Group>,
  p: ReadonlyArray<ReadonlyArray<number>>,
  cap: number,
  smallest: number
): FirstRound => {
  const weights: Array<number> = []
  for (const [index, group] of groups.entries()) {
    const shares = p[index] ?? []
    const none = logOf(shares[group.length] ?? 0, smallest)
    for (const [place, option] of group.entries())
      weights[option] = logOf(shares[place] ?? 0, smallest) - none
  }
  const largest = Math.max(...weights)
  const powers = weights.map((weight) => Math.exp(weight - largest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const shares = powers.map((power) => power / total)
  const ranked = shares
    .map((_, option) => option)
    .toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b)
  return { shares, finalists: ranked.slice(0, cap).toSorted((a, b) => a - b) }
}

/** All probabilities: finalists share by `q`, in their order, what they had together; the others keep theirs. */
export const afterFinal = (
  { finalists, shares }: FirstRound,
  q: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const together = finalists.reduce((sum, option) => sum + (shares[option] ?? 0), 0)
  const all = [...shares]
  for (const [place, option] of finalists.entries()) all[option] = (q[place] ?? 0) * together
  return all
}
