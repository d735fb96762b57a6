// The metrics of a server, by name. Labels come from fixed sets: no path, key, address or id of a caller is one.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { labelledMetric, durationBuckets } from "../../telemetry/labelledMetric.ts"

const counter = <const Name extends string>(
  name: string,
  description: string,
  ...labels: ReadonlyArray<Name>
) =>
  labelledMetric(labels, (attributes) => Metric.counter(name, { attributes, description, incremental: true }))

const histogram = (name: string, description: string) =>
  labelledMetric(["route"], (attributes) =>
    Metric.histogram(name, { attributes, boundaries: durationBuckets, description })
  )

/** Requests answered, by route template, method and status. 499: the caller was gone before the answer. */
export const requests = counter(
  "leadline_http_requests_total",
  "Requests answered.",
  "route",
  "method",
  "status"
)

/** Seconds from the head of a request to its answer, streams to their end. */
export const duration = histogram("leadline_http_request_duration_seconds", "Time to the end of an answer.")

/** Seconds from the head of a request to the first event of its stream. */
export const firstEvent = histogram(
  "leadline_http_first_event_seconds",
  "Time to the first event of a stream."
)

/** Requests refused by `path`, `method`, `framing`, `headers`, `requests`, `version`, as `slow`, or because load is `shed`. */
export const gateRefusals = counter(
  "leadline_gate_refusals_total",
  "Requests refused by path, method or framing, as too slow, or because the server is too busy.",
  "reason"
)

/**
 * Connections closed by `reason`: `address`, one more than its address may have; `full`, one more than the server may
 * have; `room`, idle or without a request when the server was full; `pipeline`, with more requests waiting for answers
 * than one connection may have.
 */
export const closedConnections = counter(
  "leadline_connections_closed_total",
  "Connections closed because there are too many, or too many requests on one.",
  "reason"
)

/** Keys refused: `missing`, `refused` or, with a store that is away, `unavailable`. */
export const authFailures = counter("leadline_auth_failures_total", "Requests without a valid key.", "reason")

/** Decisions of the limits: `limit` is one of them, `outcome` is `admitted` or `refused`. Of a `budget` only refusals count. */
export const limitDecisions = counter(
  "leadline_limit_decisions_total",
  "Requests looked at by a limit.",
  "limit",
  "outcome"
)

/** Limits that this node looked at alone, because the counter it shares with others did not answer. */
export const limitStoreFallbacks = Metric.counter("leadline_limit_store_fallbacks_total", {
  description: "Limits counted by this node alone.",
  incremental: true
})

/** Calls of engines, streams at their end. `outcome` is `ok`, the class of the failure, `cancelled` or `defect`. */
export const engineCalls = counter(
  "leadline_engine_calls_total",
  "Calls of engines that are over.",
  "engine",
  "operation",
  "outcome"
)

/** Calls of engines whose caller went away, and streams that the end of the server broke off. */
export const engineCancellations = Metric.counter("leadline_engine_cancellations_total", {
  description: "Calls of engines that were interrupted.",
  incremental: true
})

/** Lines of the log that were dropped, because they were not read, or the disk was full. */
export const droppedLines = Metric.counter("leadline_log_lines_dropped_total", {
  description: "Log lines dropped because their reader is slow or gone, or the disk is full.",
  incremental: true
})

/** A gauge that is read when metrics are collected, for as long as the scope lives. */
export const registerGauge = (
  name: string,
  description: string,
  value: () => number,
  attributes: { readonly [name: string]: string } = {}
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() =>
          Metric.registerUnsafe(Metric.gauge(name, { attributes, description }), context, {
            get: () => ({ value: value() }),
            update: () => undefined,
            modify: () => undefined
          })
        ),
        ({ remove }) => Effect.sync(remove)
      )
    )
  )
