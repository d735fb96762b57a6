// What is counted of a request on the short way, each counter found once.
import type * as Context from "effect/Context"
import { duration, engineCancellations, engineCalls, limitDecisions, requests } from "../telemetry/metrics.ts"
import { inProcess } from "../RequestContext.ts"
import type { Route } from "./Shortcut.ts"

/** Counts requests of one route. */
export interface Counters {
  /** Limits let it through, and it was answered with 200. */
  readonly answered: () => void
  /** The engine of this process answered, or was interrupted. */
  readonly called: () => void
  readonly cancelled: () => void
  /** The caller was gone before the answer. */
  readonly left: () => void
  readonly took: (millis: number) => void
}

/** The counters of a route, in the registry of a context. */
export const makeCounters = (
  { method, operation, path }: Route,
  context: Context.Context<never>
): Counters => {
  const each = [
    requests({ route: path, method, status: "200" }),
    limitDecisions({ limit: "requests", outcome: "admitted" }),
    limitDecisions({ limit: "concurrency", outcome: "admitted" })
  ]
  const calls = engineCalls({ engine: inProcess, operation, outcome: "ok" })
  const seconds = duration({ route: path })
  return {
    answered: () => {
      for (const counter of each) counter.updateUnsafe(1, context)
    },
    called: () => calls.updateUnsafe(1, context),
    cancelled: () => {
      engineCalls({ engine: inProcess, operation, outcome: "cancelled" }).updateUnsafe(1, context)
      engineCancellations.updateUnsafe(1, context)
    },
    left: () => requests({ route: path, method, status: "499" }).updateUnsafe(1, context),
    took: (millis) => seconds.updateUnsafe(millis / 1_000, context)
  }
}
