// What is recorded of calls: counts by operation and outcome, the breaker's state, and what an operator must know.
// Source: none; Assumed: ours.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as limits from "./limits.ts"
import { isKeyRefused, signOf } from "./outward.ts"

/** One call that is over, or a stream that began or broke off. */
export interface Ended {
  readonly operation: string
  /** A failure, or in a word how else it went. */
  readonly outcome: ApiError | "ok" | "cancelled" | "refused"
  /** What it did to the breaker. */
  readonly change: "opened" | "closed" | undefined
  /** Milliseconds. */
  readonly now: number
}

const calls = Metric.counter("leadline_upstream_calls_total", {
  description: "Calls of the upstream server, by operation and outcome.",
  incremental: true
})

const open = Metric.gauge("leadline_upstream_breaker_open", {
  description: "1 while calls are refused because the upstream server fails, else 0."
})

/** Counters by operation and outcome: both are of fixed sets. */
const makeCounters = () => {
  const known = new Map<string, Metric.Metric<number, unknown>>()
  return (operation: string, outcome: string) => {
    const name = `${operation} ${outcome}`
    const counter = known.get(name) ?? Metric.withAttributes(calls, { operation, outcome })
    known.set(name, counter)
    return counter
  }
}

/** The other server's words are left out: they may hold anything. */
const about = (error: ApiError, operation: string) => ({
  operation,
  error: error._tag,
  ...("reason" in error && { reason: error.reason }),
  ...(error.phase !== undefined && { phase: error.phase }),
  ...(error.status !== undefined && { status: error.status }),
  ...(error.requestId !== undefined && { upstreamRequestId: error.requestId })
})

const lines = {
  opened: Effect.logError("The upstream server fails: calls are refused until it answers again"),
  closed: Effect.logInfo("The upstream server answers again")
}

/** Records one call after the other. */
export const makeRecord = () => {
  const counterOf = makeCounters()
  let toldAt = -Infinity

  const failed = (error: ApiError, operation: string, now: number): Effect.Effect<void> => {
    if (isKeyRefused(error)) {
      if (now - toldAt < limits.refusedKeyLines) return Effect.void
      toldAt = now
      return Effect.logError("The upstream server refuses this server's key", about(error, operation))
    }
    return signOf(error) === "failed"
      ? Effect.logWarning("A call of the upstream server failed", about(error, operation))
      : Effect.logDebug("The upstream server refused a request", about(error, operation))
  }

  return (
    { context }: Fiber.Fiber<unknown, unknown>,
    { change, now, operation, outcome }: Ended
  ): Effect.Effect<void> => {
    const isError = typeof outcome !== "string"
    counterOf(operation, isError ? outcome._tag : outcome).updateUnsafe(1, context)
    if (change !== undefined) open.updateUnsafe(change === "opened" ? 1 : 0, context)
    const line = isError ? failed(outcome, operation, now) : Effect.void
    return change === undefined ? line : Effect.andThen(line, lines[change])
  }
}
