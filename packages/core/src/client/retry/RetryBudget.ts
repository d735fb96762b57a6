// A token bucket that keeps retries rare when everything fails: one per client, over all its calls.
// Assumed: ours, so that an outage is not answered with three times the load.
import type { FailureKind } from "./RetryPolicy.ts"

/** Tokens of a full bucket. */
export const capacity = 500

/** Tokens one retry takes: fewer after a refusal, which cost the server little. */
export const costOf = (failure: FailureKind): number => (failure === "refused" ? 5 : 14)

/** The bucket of one client. */
export interface RetryBudget {
  /** Takes the tokens if all are there; false leaves the bucket as it was. */
  readonly take: (tokens: number) => boolean
  /** A call succeeded: what its retries took comes back, or 1. */
  readonly refund: (taken: number) => void
  /** Tokens that are there. */
  readonly remaining: () => number
}

/** A full bucket. */
export const make = (): RetryBudget => {
  let tokens = capacity
  return {
    take: (wanted) => {
      if (wanted > tokens) return false
      tokens -= wanted
      return true
    },
    refund: (taken) => {
      tokens = Math.min(capacity, tokens + Math.max(1, taken))
    },
    remaining: () => tokens
  }
}
