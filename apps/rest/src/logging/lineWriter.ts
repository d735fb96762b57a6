// Lines to a standard stream: gathered, never waited for, dropped when nobody takes them.
import { droppedLines } from "@leadline/core/metrics"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Writable } from "node:stream"

/** Bytes that may wait for a slow reader; lines beyond are dropped and counted. */
const most = 1_048_576

/** Milliseconds for what is left when the server has ended. */
const patience = 500

/** Writes a line; its end is added. */
export type Lines = (line: string) => void

/**
 * Lines to a stream for as long as the scope lives. All lines of a turn of the loop are one write. A reader that is
 * gone ends the lines, not the process.
 */
export const makeLines = (stream: Writable): Effect.Effect<Lines, never, Scope.Scope> =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) => {
    let waiting = ""
    let isGone = false
    const leave = () => (isGone = true)
    const send = () => {
      const text = waiting
      waiting = ""
      if (!isGone && text !== "") stream.write(text)
    }
    const write = (line: string) => {
      if (isGone || stream.writableLength + waiting.length > most) {
        droppedLines.updateUnsafe(1, context)
        return
      }
      if (waiting === "") setImmediate(send)
      waiting += `${line}\n`
    }
    const last = Effect.callback<void>((resume) => {
      send()
      if (isGone) resume(Effect.void)
      else stream.write("", () => resume(Effect.void))
    })
    return Effect.as(
      Effect.acquireRelease(
        // Never taken off: an error that comes later must not end the process either.
        Effect.sync(() => stream.on("error", leave)),
        () => Effect.timeoutOption(last, patience)
      ),
      write
    )
  })
