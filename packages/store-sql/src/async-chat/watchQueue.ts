// Gauges of the queue of async chats.
import { registerGauge } from "@leadline/core/metrics"
import * as Effect from "effect/Effect"
import * as Queries from "./queries.ts"

/** Registers the gauges of the queue; gives what counts it for them. */
export const watchQueue = Effect.gen(function* () {
  let counts = { queued: 0, running: 0 }
  for (const status of ["queued", "running"] as const) {
    yield* registerGauge(
      "leadline_async_chats",
      "Async chats in the queue, by status, of all workers: 10,000 at most.",
      () => counts[status],
      { status }
    )
  }
  return { count: Effect.map(Queries.countByState, (found) => void (counts = found)) }
})
