// A token bucket that keeps retries rare when everything fails; one per client, shared by its calls.
// Assumed: ours, so that an outage is not answered with three times the load.
import { refusedRetryCost, retryCost, retryTokens } from "../defaults.ts"
import type { FailureKind } from "./RetryPolicy.ts"

/** The tokens that one retry takes. */
export const costOf = (kind: FailureKind): number => (kind === "refused" ? refusedRetryCost : retryCost)

/** The bucket of one client. */
export interface RetryBudget {
  /** Takes the tokens if there are enough; else false, and takes none. */
  readonly take: (tokens: number) => boolean
  /** After a success: gives back what the retries of the call took, at least 1. */
  readonly refund: (tokens: number) => void
  /** The tokens left. */
  readonly remaining: () => number
}

/** A full bucket. */
export const make = (): RetryBudget => {
  let left = retryTokens
  return {
    take: (tokens) => {
      if (tokens > left) return false
      left -= tokens
      return true
    },
    refund: (tokens) => {
      left = Math.min(retryTokens, left + Math.max(1, tokens))
    },
    remaining: () => left
  }
}
