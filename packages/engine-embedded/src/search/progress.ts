// Tells a person how far a long indexing is: a bar on a terminal, a line now and then elsewhere.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Where progress is written: standard error, unless a test listens. */
export interface ProgressSink {
  readonly isTTY?: boolean | undefined
  readonly write: (text: string) => unknown
}

/** Milliseconds of silence before a bar: short work says nothing. A line comes after those between two lines. */
const patience = 1_000
/** Milliseconds between two lines, and between two states of the bar. */
const lineEvery = 10_000
const barEvery = 100
const width = 24

const bar = (done: number, total: number): string => {
  const filled = Math.floor((done / total) * width)
  return `\rIndexing [${"#".repeat(filled)}${" ".repeat(width - filled)}] ${done} of ${total} files`
}

/** A counter of files done. `end` clears the bar. */
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
