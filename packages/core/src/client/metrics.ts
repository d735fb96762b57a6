// Metrics of a client, made from `onAttempt`: attempts, retries, durations, retry tokens.
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import type { AttemptInfo } from "./RequestExecutor.ts"
import { labelledMetric, durationBuckets } from "../telemetry/labelledMetric.ts"

/** Finished attempts: `outcome` is `ok` or the class of the failure. */
export const attempts = labelledMetric(["operation", "outcome"], (attributes) =>
  Metric.counter("leadline_client_attempts_total", {
    attributes,
    description: "Finished attempts of calls.",
    incremental: true
  })
)

/** Attempts that are retried: `reason` is the class of the failure. */
export const retries = labelledMetric(["operation", "reason"], (attributes) =>
  Metric.counter("leadline_client_retries_total", {
    attributes,
    description: "Attempts that failed and are retried.",
    incremental: true
  })
)

/** Seconds of a call with all its attempts and delays; of a stream, to the head of its response. */
export const duration = labelledMetric(["operation"], (attributes) =>
  Metric.histogram("leadline_client_call_duration_seconds", {
    attributes,
    boundaries: durationBuckets,
    description: "Duration of calls, with all attempts and delays."
  })
)

/** Retry tokens left, of 500, in the client that made the last attempt. */
export const tokens = Metric.gauge("leadline_client_retry_tokens", { description: "Retry tokens left." })

/**
 * A function for `onAttempt` that updates the metrics: those of the whole program, or of the metric registry in a
 * context. Calls that are refused before sending, and interrupted ones, are not counted.
 */
export const makeClientMetrics =
  (context: Context.Context<never> = Context.empty()): ((attempt: AttemptInfo) => void) =>
  ({ elapsed, error, operation, retryTokens: left, retryDelay: wait }) => {
    attempts({ operation, outcome: error?._tag ?? "ok" }).updateUnsafe(1, context)
    if (error !== undefined && wait !== undefined) {
      retries({ operation, reason: error._tag }).updateUnsafe(1, context)
    } else duration({ operation }).updateUnsafe(elapsed / 1_000, context)
    tokens.updateUnsafe(left, context)
  }
