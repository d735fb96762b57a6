// Cuts answers that are not read, or too slowly: bytes wait, and too few have left for too long.
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { ServerResponse } from "node:http"
import { queuedBytes } from "./nodeInternals.ts"

const stalls = Metric.counter("leadline_stream_write_stalls_total", {
  description: "Answers cut because their reader took nothing, or too little.",
  incremental: true
})

interface Progress {
  /** Bytes that have left, give or take a constant: what is added and waits does not change it. */
  left: number
  /** Since when, in milliseconds. */
  since: number
}

/**
 * Watches answers until they are over: a reader that leaves bytes waiting has to take so many a second, over any time of
 * `timeout` milliseconds. Destroying its socket interrupts the work behind them.
 */
export const makeSlowReaders = (timeout: number, minDataRate: number) => {
  const least = Math.max(1, (minDataRate * timeout) / 1000)
  const watched = new Map<ServerResponse, Progress>()
  const look = () => {
    const now = performance.now()
    for (const [response, progress] of watched) {
      const { socket } = response
      // It waits for the answer before it, or its connection closed while it did: Node 22 emits nothing then.
      if (socket === null) {
        if (response.req.socket.destroyed) watched.delete(response)
        continue
      }
      const waiting = socket.writableLength
      const left = socket.bytesWritten - waiting - queuedBytes(socket)
      if (waiting === 0 || left - progress.left >= least) Object.assign(progress, { left, since: now })
      else if (now - progress.since >= timeout) {
        watched.delete(response)
        Effect.runSync(Metric.update(stalls, 1))
        socket.destroy()
      }
    }
  }
  const timer = setInterval(look, Math.max(10, timeout / 10))
  timer.unref()
  return {
    /** Asked again for the same one, it does nothing. */
    watch: (response: ServerResponse) => {
      if (watched.has(response)) return
      watched.set(response, { left: Number.NEGATIVE_INFINITY, since: 0 })
      response.once("close", () => watched.delete(response))
    },
    stop: () => clearInterval(timer)
  }
}
