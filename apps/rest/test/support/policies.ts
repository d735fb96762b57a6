// Policies as `leadline fit` writes them.
import type { Policy } from "@leadline/core/policies"

/** A policy for these questions, with other fields than the usual ones. */
export const policyOf = (questions: Policy["questions"], more: Partial<Policy> = {}): Policy => ({
  version: 1,
  model: "decider-27b",
  source: "embedded",
  answeredBy: { model: "m-1", decimals: null },
  questionsHash: "00",
  labelsHash: "00",
  fits: 1,
  promise: { error: 0.05, confidence: 0.95 },
  questions,
  ...more
})
