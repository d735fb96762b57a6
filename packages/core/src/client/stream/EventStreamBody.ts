// The body of an answer that streams: bytes pushed by its transport, values pulled by the caller, one timer for all.
// Source: §6; waits and limits are Assumed: ours.
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import type { CancelTimer } from "../../scheduling/timer.ts"
import type { Call } from "../Call.ts"
import * as limits from "../defaults.ts"
import { invalidStream, decodeEvent } from "./decodeEvent.ts"
import { makeSseParser } from "../../protocol/sse/SseParser.ts"
import type { Exchange } from "../Transport.ts"
import { makeUtf8Decoder } from "../../protocol/utf8.ts"

/** The body of one answer. Its transport calls `push`, then `end` or `fail`. */
export interface EventStreamBody {
  /** Takes bytes; false asks for no more until `resume`. */
  readonly push: (bytes: Uint8Array) => boolean
  readonly end: () => void
  /** What broke the body; a ConnectionError becomes a StreamTruncatedError. */
  readonly fail: (error: ApiError.ApiError) => void
  /**
   * The JSON of every event, unchecked, and `[DONE]` as it is; to be read once. It fails at silence, a broken
   * connection, a failure told in an event, an event that is cut. Unless the body has ended, the exchange is aborted
   * when the stream ends, fails, is left, or is not begun within the idle timeout.
   */
  readonly stream: Stream.Stream<unknown, ApiError.ApiError>
}

const idleTimeoutExceeded = (what: string, wait: number) =>
  new ApiError.DeadlineExceededError({
    message: `${what} within ${wait / 1_000} s.`,
    phase: "idle",
    sent: true
  })

const totalTimeoutExceeded = (total: number) =>
  new ApiError.DeadlineExceededError({
    message: `The stream did not end within ${total / 1_000} s.`,
    phase: "stream",
    sent: true
  })

const eventTooLarge = () =>
  invalidStream("tooLarge", `An event of the stream is over ${limits.eventSize} characters.`)

/** A body that broke: what came stands, what is missing is told. */
const asTruncated = (error: ApiError.ApiError, pending: boolean): ApiError.ApiError => {
  if (error._tag !== "ConnectionError") return error
  const failure = new ApiError.StreamTruncatedError({
    message: "The connection broke before the stream was whole.",
    reason: error.reason === "reset" ? "reset" : "closed",
    phase: "stream",
    pending
  })
  return error.cause === undefined
    ? failure
    : Object.defineProperty(failure, "cause", { value: error.cause, configurable: true })
}

type Values = readonly [unknown, ...Array<unknown>]
type Given = Pull.Pull<Values, ApiError.ApiError>

/** The body of an answer over the exchange that brings it. The clocks run from here on. */
export const makeEventStreamBody = (exchange: Exchange, call: Call): EventStreamBody => {
  const idle = call.timeoutOption("idleTimeout", limits.idle)
  const event = call.timeoutOption("eventTimeout", limits.event)
  const start = call.elapsed()
  let queue: Array<Uint8Array> = []
  let size = 0
  let isPaused = false
  /** No more bytes come: the body ended, broke or was left. */
  let isOver = false
  let failure: ApiError.ApiError | undefined
  /** Ends the caller's wait for bytes, if there is one. */
  let wake: (() => void) | undefined
  let callOff: CancelTimer | undefined
  let isBegun = false
  let lastByte = 0
  let waitsSince: number | undefined
  /** Milliseconds the caller waited since the last event. The caller's own time does not count. */
  let waited = 0
  let found: Array<unknown> = []
  let problem: ApiError.ApiError | undefined
  let isRead = false
  const decoder = makeUtf8Decoder()
  const reader = makeSseParser((frame) => {
    if (problem !== undefined) return
    const value = decodeEvent(frame, call.redact)
    if (value instanceof Error) problem = value as ApiError.ApiError
    else found.push(value)
  })

  const stop = (error?: ApiError.ApiError): void => {
    if (isOver) return
    isOver = true
    failure = error
    callOff?.()
    wake?.()
  }

  /** Looks whether a wait is over, and else again when the first could be: bytes and events only note their time. */
  const look = (): void => {
    const at = call.elapsed()
    const since = waitsSince ?? at
    const idleEnd = isBegun ? Math.max(since, lastByte) + idle : start + idle
    const eventEnd = since + event - waited
    const end = Math.min(idleEnd, eventEnd, call.total)
    if (at < end) {
      callOff = call.setTimer(end - at, look)
      return
    }
    callOff = undefined
    exchange.abort()
    stop(
      end === idleEnd
        ? idleTimeoutExceeded("No byte came", idle)
        : end === eventEnd
          ? idleTimeoutExceeded("No event came", event)
          : totalTimeoutExceeded(call.total)
    )
  }

  const leave = (): void => {
    if (waitsSince !== undefined) waited += call.elapsed() - waitsSince
    waitsSince = wake = undefined
  }

  const give = (): Given => {
    const given = found
    found = []
    if (Arr.isReadonlyArrayNonEmpty(given)) {
      waited = 0
      return Effect.succeed(given)
    }
    if (problem !== undefined) return Effect.fail(problem)
    if (reader.isTooLarge()) return Effect.fail(eventTooLarge())
    return isRead ? Cause.done() : read
  }

  const read: Given = Effect.suspend(() => {
    isBegun = true
    if (queue.length > 0) {
      const bytes = queue
      queue = []
      size = 0
      if (isPaused) {
        isPaused = false
        exchange.resume()
      }
      for (const part of bytes) reader.feed(decoder.decode(part, { stream: true }))
    } else if (!isOver) return wait
    else if (failure !== undefined) return Effect.fail(asTruncated(failure, reader.isPending()))
    else {
      isRead = true
      reader.feed(decoder.decode())
      reader.end()
    }
    return give()
  })

  const wait: Given = Effect.callback((resume) => {
    waitsSince = call.elapsed()
    wake = () => {
      leave()
      resume(read)
    }
    return Effect.sync(leave)
  })

  const close = Effect.sync(() => {
    queue = []
    if (isOver) return
    stop()
    exchange.abort()
  })

  look()
  return {
    push: (bytes) => {
      if (isOver) return true
      queue.push(bytes)
      size += bytes.length
      if (wake !== undefined) {
        lastByte = call.elapsed()
        wake()
      }
      isPaused = size >= limits.ahead
      return !isPaused
    },
    end: stop,
    fail: stop,
    stream: Stream.ensuring(Stream.fromPull(Effect.succeed(Effect.suspend(give))), close)
  }
}
