// How late the event loop is, and how much memory the process holds.
import { LoadShedding } from "@leadline/core/internal"
import { registerGauge } from "@leadline/core/metrics"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Milliseconds between two looks at the loop. */
const resolution = 20

/** Milliseconds for which a look counts. */
const window = 5_000

/** Milliseconds between two judgements. */
const pause = 500

/** Delays of the event loop. Times are milliseconds. */
export interface Lateness {
  /** Adds a look at a time of the clock: so late the loop was. */
  readonly add: (now: number, late: number) => void
  /** A percentile of the last five seconds; 0 without looks. */
  readonly percentile: (percentile: number) => number
  /** The third longest delay of the last five seconds, used as the 99th percentile: one pause is no overload. */
  readonly nearWorst: () => number
}

/** How late the loop was at the looks of the last five seconds before the last one. */
export const makeLateness = (): Lateness => {
  const looks: Array<{ readonly at: number; readonly late: number }> = []
  const sorted = () => looks.map(({ late }) => late).toSorted((a, b) => a - b)
  return {
    add: (now, late) => {
      looks.push({ at: now, late })
      while (looks[0] !== undefined && looks[0].at <= now - window) looks.shift()
    },
    percentile: (percentile) => {
      const delays = sorted()
      return delays[Math.max(0, Math.ceil((delays.length * percentile) / 100) - 1)] ?? 0
    },
    nearWorst: () => sorted().at(-3) ?? 0
  }
}

/** How late the event loop is. Times are milliseconds. */
export interface EventLoopDelay extends Pick<Lateness, "percentile"> {
  readonly isOver: () => boolean
  readonly stop: () => void
}

/**
 * Measures until it is stopped. `isOver`: the loop is late by more than the limit, again and again; judged every half
 * second, but not while the program is still starting.
 */
export const makeEventLoopDelay = (
  limit: number,
  { percentile, ...lateness } = makeLateness()
): EventLoopDelay => {
  const startedAt = performance.now()
  let lookedAt = startedAt
  let judgedAt = startedAt
  let isOver = false
  const timer = setInterval(() => {
    const now = performance.now()
    lateness.add(now, Math.max(0, now - lookedAt - resolution))
    lookedAt = now
    if (now - judgedAt < pause) return
    judgedAt = now
    isOver = now - startedAt > window && lateness.nearWorst() > limit
  }, resolution)
  timer.unref()
  return { percentile, isOver: () => isOver, stop: () => clearInterval(timer) }
}

const memory = () => process.memoryUsage()

const bytes = (kind: string, value: () => number) =>
  registerGauge("leadline_memory_bytes", "Memory of the process.", value, { kind })

const gauges = Effect.fnUntraced(function* ({ percentile }: EventLoopDelay) {
  for (const quantile of [50, 99]) {
    yield* registerGauge(
      "leadline_event_loop_delay_seconds",
      "How late the event loop is.",
      () => percentile(quantile) / 1000,
      { quantile: String(quantile / 100) }
    )
  }
  yield* bytes("rss", () => process.memoryUsage.rss())
  yield* bytes("heap_used", () => memory().heapUsed)
  yield* bytes("heap_total", () => memory().heapTotal)
  yield* bytes("external", () => memory().external)
})

/** The measure of this process, with its gauges. A limit of 0 measures without consequences. */
export const layer = (limit: number): Layer.Layer<never> =>
  Layer.effect(
    LoadShedding,
    Effect.gen(function* () {
      const delay = yield* Effect.acquireRelease(
        Effect.sync(() => makeEventLoopDelay(limit)),
        ({ stop }) => Effect.sync(stop)
      )
      yield* gauges(delay)
      return { isOverloaded: () => limit > 0 && delay.isOver() }
    })
  )
