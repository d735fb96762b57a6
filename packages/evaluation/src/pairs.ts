// Two sources on the same rows.
import { binomialCdf, binomialPmf } from "./binomial.ts"

/** McNemar's exact test on the rows that only one source gets right: two-sided, and the less strict mid-p. */
export const mcnemar = (onlyA: number, onlyB: number): { readonly p: number; readonly midP: number } => {
  const n = onlyA + onlyB
  const least = Math.min(onlyA, onlyB)
  const tail = binomialCdf(least, n, 0.5)
  return { p: Math.min(1, 2 * tail), midP: Math.min(1, 2 * tail - binomialPmf(least, n, 0.5)) }
}
