// Shows the progress of indexing: a bar on a terminal, otherwise a line every ten seconds.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Where progress is written, such as standard error. */
export interface ProgressSink {
  readonly isTTY?: boolean | undefined
  readonly write: (text: string) => unknown
}

/** Milliseconds before the bar appears. */
const patience = 1_000
/** Milliseconds between two lines, and between two updates of the bar. */
const lineEvery = 10_000
const barEvery = 100
const width = 24

const bar = (done: number, total: number): string => {
  const filled = Math.floor((done / total) * width)
  return `\rIndexing [${"#".repeat(filled)}${" ".repeat(width - filled)}] ${done} of ${total} files`
}

/** Shows progress over `total` files. `end` clears the bar. */
export const makeProgress = Effect.fnUntraced(function* (total: number, sink: ProgressSink = process.stderr) {
  const terminal = sink.isTTY === true
  const start = yield* Clock.currentTimeMillis
  let next = start + (terminal ? patience : lineEvery)
  let shown = false
  return {
    done: (count: number) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (now < next) return
        next = now + (terminal ? barEvery : lineEvery)
        shown = true
        sink.write(terminal ? bar(count, total) : `Indexing: ${count} of ${total} files\n`)
      }),
    end: Effect.sync(() => {
      if (shown && terminal) sink.write(`\r${" ".repeat(width + 40)}\r`)
    })
  }
})
