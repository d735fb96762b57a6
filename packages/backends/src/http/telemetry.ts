// Telemetry of calls to backends: metrics, attempts for the access log, the state of the circuit breaker, log lines.
import type { ApiError } from "@leadline/core/errors"
import { engineCalls, engineCancellations } from "@leadline/core/metrics"
import { CurrentRequest, makeLogThrottle } from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { callResultOf, isKeyRefused } from "./classifyError.ts"

/** A call that ended, or a stream that began. */
export interface CallEnd {
  readonly operation: string
  /** The error, or how else it ended. A stream that began is counted when it ends, a probe never. */
  readonly outcome: ApiError | "begun" | "ok" | "cancelled" | "probed" | "refused"
  /** How it changed the circuit breaker. */
  readonly change: "opened" | "closed" | undefined
}

const breakerOpen = Metric.gauge("leadline_upstream_breaker_open", {
  description: "1 while calls of an operation are refused because the backend fails them, else 0."
})

/** Fields for a log line. The backend's message is left out, because it may hold any text. */
const logFields = (error: ApiError, backend: string, operation: string) => ({
  backend,
  operation,
  error: error._tag,
  ...("reason" in error && { reason: error.reason }),
  ...(error.phase !== undefined && { phase: error.phase }),
  ...(error.status !== undefined && { status: error.status }),
  ...("retryAfter" in error && error.retryAfter !== undefined && { retryAfterMs: error.retryAfter }),
  ...(error.requestId !== undefined && { upstreamRequestId: error.requestId })
})

const breakerLine = (change: "opened" | "closed", backend: string, operation: string): Effect.Effect<void> =>
  change === "opened"
    ? Effect.logError("The backend fails: calls are refused until it answers again", { backend, operation })
    : Effect.logInfo("The backend answers again", { backend, operation })

/**
 * Notes this engine and its attempts in the context of the current request. Telemetry of engines skips a request
 * that names one, since this module counts its calls.
 */
export const noteAttempts = (context: Context.Context<never>, engine: string, attempts: number): void => {
  const request = Context.get(context, CurrentRequest)
  if (request === undefined) return
  request.engine = engine
  request.attempts += attempts
}

/** Makes the function that records every call of one backend. */
export const makeTelemetry = (engine: string) => {
  const keyRefusal = makeLogThrottle()
  const rateLimit = makeLogThrottle()
  const okCounters = new Map<string, ReturnType<typeof engineCalls>>()

  /** The counter of successful calls of an operation, looked up once. */
  const okCounter = (operation: string) => {
    let counter = okCounters.get(operation)
    if (counter === undefined) {
      counter = engineCalls({ engine, operation, outcome: "ok" })
      okCounters.set(operation, counter)
    }
    return counter
  }

  const logLine = (error: ApiError, operation: string): Effect.Effect<void> => {
    const fields = logFields(error, engine, operation)
    if (isKeyRefused(error))
      return keyRefusal(Effect.logError("The backend refuses this server's API key", fields))
    if (error._tag === "RateLimitError")
      return rateLimit(Effect.logWarning("The backend refuses calls: its rate limit is reached", fields))
    const result = callResultOf(error)
    return result === "failure" || result === "late"
      ? Effect.logWarning("A call to the backend failed", fields)
      : Effect.logDebug("The backend refused a request", fields)
  }

  /** Counts a call and returns the effect that logs it, if there is anything to log. */
  return (
    context: Context.Context<never>,
    { change, operation, outcome }: CallEnd
  ): Effect.Effect<void> | undefined => {
    const isError = typeof outcome !== "string"
    if (outcome === "ok") okCounter(operation).updateUnsafe(1, context)
    else if (outcome !== "begun" && outcome !== "probed") {
      engineCalls({ engine, operation, outcome: isError ? outcome._tag : outcome }).updateUnsafe(1, context)
    }
    if (outcome === "cancelled") engineCancellations.updateUnsafe(1, context)
    if (change !== undefined) {
      Metric.withAttributes(breakerOpen, { backend: engine, operation }).updateUnsafe(
        change === "opened" ? 1 : 0,
        context
      )
    }
    const line = isError ? logLine(outcome, operation) : undefined
    if (change === undefined) return line
    const changed = breakerLine(change, engine, operation)
    return line === undefined ? changed : Effect.andThen(line, changed)
  }
}
