// Reads an event stream: the transport pushes bytes, the caller pulls events, one timer keeps all timeouts.
// Source: §6; waits and limits are Assumed: ours.
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import { makeByteChunks } from "../../protocol/byteChunks.ts"
import { maxEventLength } from "../../protocol/limits.ts"
import { makeSseParser } from "../../protocol/sse/SseParser.ts"
import { makeUtf8Decoder } from "../../protocol/utf8.ts"
import { durationText } from "../../scheduling/durationText.ts"
import type { CancelTimer } from "../../scheduling/timer.ts"
import type { PullValues } from "../../validation/validateEvents.ts"
import type { Call } from "../Call.ts"
import * as defaults from "../defaults.ts"
import { withCause } from "../errors/fromTransport.ts"
import { invalidResponse } from "../errors/invalidResponse.ts"
import type { ClientExchange } from "../Transport.ts"
import { decodeEvent } from "./decodeEvent.ts"

/** The reader of one response. Its transport calls `push`, then `end` or `fail`. */
export interface EventStreamReader {
  /** Buffers bytes; false asks the transport to pause until `resume`. */
  readonly push: (bytes: Uint8Array) => boolean
  readonly end: () => void
  /** The body broke. A ConnectionError becomes a StreamTruncatedError. */
  readonly fail: (error: ApiError.ApiError) => void
  /**
   * The JSON of each event, unchecked, and `[DONE]` as it is; can be read once. It fails on a timeout, a broken
   * connection, an error event and a truncated event.
   */
  readonly pull: PullValues<unknown>
  /** Ends the reading. Unless the body has ended, the exchange is aborted; so it is when none pulls within the idle timeout. */
  readonly close: Effect.Effect<void>
}

const deadlineExceeded = (what: string, millis: number, phase: ApiError.Phase) =>
  new ApiError.DeadlineExceededError({
    message: `${what} within ${durationText(millis)}.`,
    phase,
    sent: true
  })

const eventTooLarge = () =>
  invalidResponse("tooLarge", `An event is longer than ${maxEventLength} characters.`, "stream")

/** A broken connection in the middle of a stream: the events before it stand. */
const asTruncated = (error: ApiError.ApiError, pending: boolean): ApiError.ApiError => {
  if (error._tag !== "ConnectionError") return error
  const truncated = new ApiError.StreamTruncatedError({
    message: "The connection broke before the stream was complete.",
    reason: error.reason === "reset" ? "reset" : "closed",
    phase: "stream",
    pending
  })
  return withCause(truncated, error.cause)
}

/** The reader of a response over its exchange. The timeouts run from here on. */
export const makeEventStreamReader = (exchange: ClientExchange, call: Call): EventStreamReader => {
  const idleTimeout = call.timeoutOption("idleTimeout", defaults.idleTimeout)
  const eventTimeout = call.timeoutOption("eventTimeout", defaults.eventTimeout)
  const startedAt = call.elapsed()
  const { release } = call
  call.release = () => undefined
  const chunks = makeByteChunks()
  let bufferedBytes = 0
  let isPaused = false
  /** No more bytes come: the body ended or broke, or the stream was left. */
  let isOver = false
  let failure: ApiError.ApiError | undefined
  /** Ends the caller's wait for bytes, if it waits. */
  let wake: (() => void) | undefined
  let cancelTimer: CancelTimer | undefined
  /** When the timer fires; the timers of a test may be ahead of the clock. */
  let timerAt = 0
  let isBegun = false
  let lastByteAt = 0
  let waitsSince: number | undefined
  /** Milliseconds the caller has waited since the last event. Its own work between events does not count. */
  let waited = 0
  let events: Array<unknown> = []
  let problem: ApiError.ApiError | undefined
  let isDecoded = false
  const decoder = makeUtf8Decoder()
  const parser = makeSseParser((event) => {
    if (problem !== undefined) return
    const value = decodeEvent(event, call.redact)
    if (value instanceof Error) problem = value as ApiError.ApiError
    else events.push(value)
  })

  const stop = (error?: ApiError.ApiError): void => {
    if (isOver) return
    isOver = true
    failure = error
    release()
    cancelTimer?.()
    wake?.()
  }

  /** Checks the timeouts and sets the timer for the next one: bytes and events only note their time. */
  const checkTimeouts = (): void => {
    const now = Math.max(call.elapsed(), timerAt)
    const since = waitsSince ?? now
    const idleEnd = isBegun ? Math.max(since, lastByteAt) + idleTimeout : startedAt + idleTimeout
    const eventEnd = since + eventTimeout - waited
    const end = Math.min(idleEnd, eventEnd, call.total)
    if (now < end) {
      timerAt = end
      cancelTimer = call.setTimer(end - now, checkTimeouts)
      return
    }
    cancelTimer = undefined
    exchange.abort()
    stop(
      end === idleEnd
        ? deadlineExceeded(isBegun ? "No byte came" : "The stream was not read", idleTimeout, "idle")
        : end === eventEnd
          ? deadlineExceeded("No event came", eventTimeout, "idle")
          : deadlineExceeded("The stream did not end", call.total, "stream")
    )
  }

  const stopWaiting = (): void => {
    if (waitsSince !== undefined) waited += call.elapsed() - waitsSince
    waitsSince = wake = undefined
  }

  const take = (): PullValues<unknown> => {
    const taken = events
    events = []
    if (Arr.isReadonlyArrayNonEmpty(taken)) {
      waited = 0
      return Effect.succeed(taken)
    }
    if (problem !== undefined) return Effect.fail(problem)
    if (parser.isTooLarge()) return Effect.fail(eventTooLarge())
    return isDecoded ? Cause.done() : read
  }

  const read: PullValues<unknown> = Effect.suspend(() => {
    isBegun = true
    if (bufferedBytes > 0) {
      const bytes = chunks.take()
      bufferedBytes = 0
      if (isPaused) {
        isPaused = false
        exchange.resume()
      }
      parser.feed(decoder.decode(bytes, { stream: true }))
    } else if (!isOver) return wait
    else if (failure !== undefined) return Effect.fail(asTruncated(failure, parser.isPending()))
    else {
      isDecoded = true
      parser.feed(decoder.decode())
      parser.end()
    }
    return take()
  })

  const wait: PullValues<unknown> = Effect.callback((resume) => {
    waitsSince = call.elapsed()
    wake = () => {
      stopWaiting()
      resume(read)
    }
    return Effect.sync(stopWaiting)
  })

  const close = Effect.sync(() => {
    chunks.take()
    bufferedBytes = 0
    if (isOver) return
    stop()
    exchange.abort()
  })

  checkTimeouts()
  return {
    push: (bytes) => {
      if (isOver) return true
      chunks.add(bytes)
      bufferedBytes += bytes.length
      if (wake !== undefined) {
        lastByteAt = call.elapsed()
        wake()
      }
      isPaused = bufferedBytes >= defaults.streamBufferBytes
      return !isPaused
    },
    end: stop,
    fail: stop,
    close,
    pull: Effect.suspend(take)
  }
}
