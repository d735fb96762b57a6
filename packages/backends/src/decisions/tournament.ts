// More options than one call can ask: groups, each with "none of the above", then a final between the best. Pure.
// Assumed: ours.

/** Options of a group: with "none of the above" they are as many as a call can ask. */
const groupOptions = 15

/** Options of the final. */
const finalists = 16

/** The options of each group, by their indexes: neighbours, which are often alike, part. */
export const groupsOf = (count: number, size = groupOptions): ReadonlyArray<ReadonlyArray<number>> => {
  const groups = Math.ceil(count / size)
  return Array.from({ length: groups }, (_, group) =>
    Array.from({ length: Math.ceil((count - group) / groups) }, (_option, place) => group + place * groups)
  )
}

/** A softmax in the order given. */
export const softmax = (weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const largest = Math.max(...weights)
  const shares = weights.map((weight) => Math.exp(weight - largest))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/** The share of each option by the weights of its group, whose last one is that of "none of the above". */
export const groupShares = (
  count: number,
  groups: ReadonlyArray<ReadonlyArray<number>>,
  weights: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<number> => {
  const scores = Array.from({ length: count }, () => -Infinity)
  for (const [index, group] of groups.entries()) {
    const own = weights[index] ?? []
    const none = own[group.length] ?? 0
    for (const [place, option] of group.entries()) scores[option] = (own[place] ?? -Infinity) - none
  }
  return softmax(scores)
}

/** The options of the final in the caller's order: those with the largest shares, of equal ones the first. */
export const finalistsOf = (shares: ReadonlyArray<number>, size = finalists): ReadonlyArray<number> =>
  shares
    .map((share, option) => ({ share, option }))
    .toSorted((a, b) => b.share - a.share || a.option - b.option)
    .slice(0, size)
    .map(({ option }) => option)
    .toSorted((a, b) => a - b)

/** Log-probabilities of all options: the finalists share among them what they had together. */
export const combine = (
  shares: ReadonlyArray<number>,
  chosen: ReadonlyArray<number>,
  finalWeights: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const together = chosen.reduce((sum, option) => sum + (shares[option] ?? 0), 0)
  const final = softmax(finalWeights)
  const result = [...shares]
  for (const [place, option] of chosen.entries()) result[option] = (final[place] ?? 0) * together
  return result.map((p) => Math.log(p))
}
