// Shows the progress of indexing: a line every ten seconds.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Where progress is written, such as standard error. */
export interface ProgressSink {
  readonly write: (text: string) => unknown
}

/** Milliseconds between two lines. */
const lineEvery = 10_000

/** Makes the function that shows progress over `total` files. */
export const makeProgress = Effect.fnUntraced(function* (total: number, sink: ProgressSink = process.stderr) {
  let next = (yield* Clock.currentTimeMillis) + lineEvery
  return (count: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      if (now < next) return
      next = now + lineEvery
      sink.write(`Indexing: ${count} of ${total} files\n`)
    })
})
