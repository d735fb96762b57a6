// Metrics of policies and reviews. Labels are names of policies, which operators choose.
// Assumed: ours.
import { labelledMetric } from "@leadline/core/internal"
import * as Metric from "effect/Metric"

/** Decisions under a policy, by what it did. */
export const policyActions = labelledMetric(["policy", "action"], (attributes) =>
  Metric.counter("leadline_policy_decisions_total", {
    attributes,
    description: "Decisions under a policy: act, or review.",
    incremental: true
  })
)

/** Probabilities of the answers that decisions under a policy named. */
export const policyProbabilities = labelledMetric(["policy"], (attributes) =>
  Metric.histogram("leadline_policy_probability", {
    attributes,
    boundaries: [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1],
    description: "Probabilities of answers under a policy."
  })
)

/** Reviews that were not kept: over the `quota` of their group, more at once than are written (`queue`), too large by itself (`size`), or a `store` that failed. */
export const droppedReviews = labelledMetric(["reason"], (attributes) =>
  Metric.counter("leadline_reviews_dropped_total", {
    attributes,
    description: "Reviews that were not kept.",
    incremental: true
  })
)

/** Policies that labels have shown not to keep their promise. */
export const brokenPolicies = Metric.counter("leadline_policies_broken_total", {
  description: "Policies that were shown broken by labels of audited rows.",
  incremental: true
})
