// How often each limit let something through, and how often it did not.
import type * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { limitDecisions } from "./metrics.ts"

/** The limits there are. */
export type Limit = "requests" | "concurrency" | "tokens" | "refused_keys" | "keyless"

const both = (limit: Limit) => {
  const counting = (outcome: "allowed" | "refused") => Metric.update(limitDecisions({ limit, outcome }), 1)
  return { allowed: counting("allowed"), refused: counting("refused") }
}

const counters: { readonly [L in Limit]: ReturnType<typeof both> } = {
  requests: both("requests"),
  concurrency: both("concurrency"),
  tokens: both("tokens"),
  refused_keys: both("refused_keys"),
  keyless: both("keyless")
}

/** Counts one decision. */
export const decided = (limit: Limit, isAllowed: boolean): Effect.Effect<void> =>
  isAllowed ? counters[limit].allowed : counters[limit].refused
