// The metrics of a client, for programs that want them: attempts, retries, the time of calls, the tokens left.
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"
import type { AttemptInfo } from "./AttemptInfo.ts"
import { labelledMetric, durationBuckets } from "../telemetry/labelledMetric.ts"

/** Attempts that are over: `outcome` is `ok` or the class of the failure. */
export const attempts = labelledMetric(["operation", "outcome"], (attributes) =>
  Metric.counter("leadline_client_attempts_total", {
    attributes,
    description: "Attempts of calls that are over.",
    incremental: true
  })
)

/** Attempts that are tried again: `reason` is the class of the failure. */
export const retries = labelledMetric(["operation", "reason"], (attributes) =>
  Metric.counter("leadline_client_retries_total", {
    attributes,
    description: "Attempts that failed and are tried again.",
    incremental: true
  })
)

/** Seconds of a call with all its attempts and waits; of a stream, to the head of its answer. */
export const duration = labelledMetric(["operation"], (attributes) =>
  Metric.histogram("leadline_client_call_duration_seconds", {
    attributes,
    boundaries: durationBuckets,
    description: "Time of calls, attempts and waits included."
  })
)

/** Retry tokens the client that asked last has left, of 500. */
export const tokens = Metric.gauge("leadline_client_retry_tokens", { description: "Retry tokens left." })

/**
 * Counts attempts, for `onAttempt` of a client. Default: in the registry of metrics that the whole program has; with
 * the context of an effect, in the one given there. Calls refused before they are sent and calls that are interrupted
 * count nothing.
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
