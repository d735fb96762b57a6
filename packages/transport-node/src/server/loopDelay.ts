// How late the event loop is, and how much memory the process holds.
import { LoadShedding } from "@leadline/core/internal"
import { registerGauge } from "@leadline/core/metrics"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { monitorEventLoopDelay } from "node:perf_hooks"

type Histogram = ReturnType<typeof monitorEventLoopDelay>

/** Milliseconds between two looks at the loop. */
const resolution = 20

/** Judgements for which a histogram grows before it is read, and is read before it is reset. */
const turns = 10

const millis = (histogram: Histogram, percentile: number): number =>
  histogram.count === 0 ? 0 : Math.max(0, histogram.percentile(percentile) / 1e6 - resolution)

/** Of few looks the third worst stands for the 99th percentile: one pause is no overload. */
const nearWorst = (histogram: Histogram): number =>
  histogram.count < 3 ? 0 : millis(histogram, Math.min(99, 100 * (1 - 2.5 / histogram.count)))

/** What is measured. Times are milliseconds. */
export interface LoopDelay {
  /** A percentile of the last 10 to 20 judgements. */
  readonly percentile: (percentile: number) => number
  readonly isOver: () => boolean
  readonly stop: () => void
}

/**
 * Measures until it is stopped. `isOver`: the 99th percentile is above the limit; judged every `pause` milliseconds,
 * by default every 500, but not while the program is still starting.
 */
export const makeLoopDelay = (limit: number, pause = 500): LoopDelay => {
  const older = () => histograms[current]
  const histograms = [monitorEventLoopDelay({ resolution }), monitorEventLoopDelay({ resolution })] as const
  let current: 0 | 1 = 0
  let turn = 0
  let isOver = false
  for (const histogram of histograms) histogram.enable()
  const timer = setInterval(() => {
    isOver = turn >= turns && nearWorst(older()) > limit
    turn++
    if (turn % turns !== 0) return
    older().reset()
    current = current === 0 ? 1 : 0
  }, pause)
  timer.unref()
  return {
    percentile: (percentile) => millis(older(), percentile),
    isOver: () => isOver,
    stop: () => {
      clearInterval(timer)
      for (const histogram of histograms) histogram.disable()
    }
  }
}

const memory = () => process.memoryUsage()

const bytes = (kind: string, value: () => number) =>
  registerGauge("leadline_memory_bytes", "Memory of the process.", value, { kind })

const gauges = Effect.fnUntraced(function* ({ percentile }: LoopDelay) {
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
        Effect.sync(() => makeLoopDelay(limit)),
        ({ stop }) => Effect.sync(stop)
      )
      yield* gauges(delay)
      return { isOverloaded: () => limit > 0 && delay.isOver() }
    })
  )
