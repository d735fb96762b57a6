// What is recorded of calls: counts, notes for the access log, the breaker's state, and what an operator must know.
import type { ApiError } from "@leadline/core/errors"
import { engineCalls, engineCancellations } from "@leadline/core/metrics"
import { CurrentRequest } from "@leadline/core/noted"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as limits from "./limits.ts"
import { isKeyRefused, signOf } from "./mapError.ts"

/** One call that is over, or a stream that began. */
export interface Ended {
  readonly operation: string
  /** A failure, or in a word how else it went. A stream that began is counted when it ends. */
  readonly outcome: ApiError | "begun" | "ok" | "cancelled" | "refused"
  /** What it did to the breaker. */
  readonly change: "opened" | "closed" | undefined
  /** Milliseconds. */
  readonly now: number
}

const open = Metric.gauge("leadline_upstream_breaker_open", {
  description: "1 while calls are refused because the upstream server fails, else 0."
})

/** The name of this engine in metrics and in the access log. */
const engine = "upstream"

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

/**
 * Leaves the name of this engine, and how often it asks now, with the request that runs: who counts calls of engines
 * need not count its.
 */
export const leaveName = (context: Context.Context<never>, attempts: number): void => {
  const noted = Context.get(context, CurrentRequest)
  if (noted === undefined) return
  noted.engine = engine
  noted.attempts += attempts
}

/** Records one call after the other. */
export const makeRecord = () => {
  let toldAt = -Infinity
  const counters = new Map<string, ReturnType<typeof engineCalls>>()

  /** The counter of the calls of an operation that went well, found once. */
  const well = (operation: string) => {
    let counter = counters.get(operation)
    if (counter === undefined) {
      counter = engineCalls({ engine, operation, outcome: "ok" })
      counters.set(operation, counter)
    }
    return counter
  }

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

  /** What is to be logged of it, if anything. */
  return (
    context: Context.Context<never>,
    { change, now, operation, outcome }: Ended
  ): Effect.Effect<void> | undefined => {
    const isError = typeof outcome !== "string"
    if (outcome === "ok") well(operation).updateUnsafe(1, context)
    else if (outcome !== "begun") {
      engineCalls({ engine, operation, outcome: isError ? outcome._tag : outcome }).updateUnsafe(1, context)
    }
    if (outcome === "cancelled") engineCancellations.updateUnsafe(1, context)
    const noted = Context.get(context, CurrentRequest)
    if (noted !== undefined && outcome !== "refused") noted.attempts = 1
    if (change !== undefined) open.updateUnsafe(change === "opened" ? 1 : 0, context)
    const line = isError ? failed(outcome, operation, now) : undefined
    if (change === undefined) return line
    return line === undefined ? lines[change] : Effect.andThen(line, lines[change])
  }
}
