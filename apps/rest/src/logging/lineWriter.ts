// Writes lines to a standard stream: buffered, without waiting, dropped when the reader is too slow.
import { droppedLines } from "@leadline/core/metrics"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Writable } from "node:stream"

/** Bytes buffered for a slow reader; further lines are dropped and counted. */
const maxBuffered = 1_048_576

/** Milliseconds to write the rest when the scope closes. */
const flushTimeout = 500

type Done = (error?: Error | null) => void

/** How streams write whose other text is changed: see {@link writeElse}. */
const unchanged = new WeakMap<Writable, (text: string, done?: Done) => boolean>()

const send = (stream: Writable, text: string, done?: Done): boolean =>
  unchanged.get(stream)?.(text, done) ?? stream.write(text, done)

/** Changes all text that is written to a stream, except by line writers. */
export const writeElse = (stream: Writable, change: (text: string) => string): void => {
  const write = stream.write.bind(stream)
  unchanged.set(stream, (text, done) => write(text, done))
  stream.write = (chunk: string | Uint8Array, ...more: ReadonlyArray<unknown>) => {
    const done = more.find((each): each is Done => typeof each === "function")
    return write(change(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()), done)
  }
}

/** Writes a line; the line break is added. */
export type LineWriter = (line: string) => void

/** Whether a file could not grow: later lines may find room again. */
const isFull = (error: Error) => "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")

/**
 * A line writer that works while the scope is open. Lines of one turn of the event loop are one write. When the reader
 * closes the stream, further lines are dropped and the process goes on; those that a full disk refuses are dropped, too.
 */
export const makeLineWriter = (stream: Writable): Effect.Effect<LineWriter, never, Scope.Scope> =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) => {
    let buffer = ""
    let isClosed = false
    const onError = (error: Error) => {
      if (!isFull(error)) isClosed = true
    }
    const sendAll = () => {
      const text = buffer
      buffer = ""
      if (isClosed || text === "") return
      send(stream, text, (error) => {
        if (error) droppedLines.updateUnsafe(text.split("\n").length - 1, context)
      })
    }
    const write = (line: string) => {
      if (isClosed || stream.writableLength + buffer.length > maxBuffered) {
        droppedLines.updateUnsafe(1, context)
        return
      }
      if (buffer === "") setImmediate(sendAll)
      buffer += `${line}\n`
    }
    const flush = Effect.callback<void>((resume) => {
      sendAll()
      if (isClosed) resume(Effect.void)
      else send(stream, "", () => resume(Effect.void))
    })
    return Effect.as(
      Effect.acquireRelease(
        // Never removed, because a later error must not end the process either.
        Effect.sync(() => stream.on("error", onError)),
        () => Effect.timeoutOption(flush, flushTimeout)
      ),
      write
    )
  })
