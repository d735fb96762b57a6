// Two sources on the same rows: the difference is taken per row first.
import { binomialCdf, binomialPmf } from "./binomial.ts"
import { mean, standardError } from "./intervals.ts"

/** McNemar's exact test on the rows that only one source gets right: two-sided, and the less strict mid-p. */
export const mcnemar = (onlyA: number, onlyB: number): { readonly p: number; readonly midP: number } => {
  const n = onlyA + onlyB
  const least = Math.min(onlyA, onlyB)
  const tail = binomialCdf(least, n, 0.5)
  return { p: Math.min(1, 2 * tail), midP: Math.min(1, 2 * tail - binomialPmf(least, n, 0.5)) }
}

/** Mean, standard error and z of differences per row. */
export const pairedDifference = (
  differences: ReadonlyArray<number>
): { readonly mean: number; readonly standardError: number; readonly z: number } => {
  const error = standardError(differences)
  const middle = mean(differences)
  return { mean: middle, standardError: error, z: middle / error }
}

/** The means of resamples that draw whole groups with replacement; one row a group for independent rows. Sorted. */
export const bootstrapMeans = (
  groups: ReadonlyArray<ReadonlyArray<number>>,
  options: { readonly resamples: number; readonly random: () => number }
): ReadonlyArray<number> => {
  const means: Array<number> = []
  for (let resample = 0; resample < options.resamples; resample++) {
    const drawn = groups.flatMap(() => groups[Math.floor(options.random() * groups.length)] ?? [])
    means.push(mean(drawn))
  }
  return means.toSorted((a, b) => a - b)
}
