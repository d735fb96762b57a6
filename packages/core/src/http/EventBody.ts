// The body of an answer that streams: bytes pushed by its transport, values pulled by the caller, one timer for all.
// Source: §6; waits and limits are Assumed: ours.
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as limits from "./clientLimits.ts"
import { unusable, valueOf } from "./eventValue.ts"
import { makeReader } from "./SseReader.ts"
import type { Exchange } from "./Transport.ts"

/** How long a stream may take, in milliseconds. */
export interface Waits {
  /** Without a byte. */
  readonly idle: number
  /** Without an event. */
  readonly event: number
  /** Left of the whole; Infinity when it may take for ever. */
  readonly left: Effect.Effect<number>
}

/** The body of one answer. Its transport calls `push`, then `end` or `fail`. */
export interface EventBody {
  /** Takes bytes; false asks for no more until `resume`. */
  readonly push: (bytes: Uint8Array) => boolean
  readonly end: () => void
  /** What broke the body; a ConnectionError becomes a StreamTruncatedError. */
  readonly fail: (error: ApiError.ApiError) => void
  /**
   * Starts the clocks and gives the JSON of every event, unchecked, and `[DONE]` as it is; to be read once. The stream
   * fails with `eventsSeen` at silence, a broken connection, a failure told in an event, an event that is cut. Unless
   * the body has ended, the exchange is aborted when the stream ends, fails, is left, or is not begun within the idle
   * timeout.
   */
  readonly open: (waits: Waits) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>>
}

const late = (what: string, wait: number) =>
  new ApiError.DeadlineExceededError({
    message: `${what} within ${Duration.format(Duration.millis(wait))}.`,
    phase: "idle",
    sent: true
  })

const outOfTime = () =>
  new ApiError.DeadlineExceededError({
    message: "The stream did not end in the time given.",
    phase: "stream",
    sent: true
  })

const tooLarge = () => unusable("tooLarge", `An event of the stream is over ${limits.eventSize} characters.`)

/** A body that broke: what came stands, what is missing is told. */
const cut = (error: ApiError.ApiError, pending: boolean): ApiError.ApiError => {
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

type Bytes = readonly [Uint8Array, ...Array<Uint8Array>]
type Values = readonly [unknown, ...Array<unknown>]

/** The values in the text of a body, as many at a time as came; `onValues` is told that some did. */
const makeValues = (onValues: () => void) => {
  let found: Array<unknown> = []
  let problem: ApiError.ApiError | undefined
  let isRead = false
  const reader = makeReader((frame) => {
    if (problem !== undefined) return
    const value = valueOf(frame)
    if (ApiError.isApiError(value)) problem = value
    else found.push(value)
  })
  const values = {
    seen: 0,
    isPending: reader.isPending,
    pull: (texts: Pull.Pull<ReadonlyArray<string>, ApiError.ApiError>) => {
      const read: Pull.Pull<Values, ApiError.ApiError> = Pull.matchEffect(texts, {
        onSuccess: (some) => {
          some.forEach(reader.feed)
          return give()
        },
        onFailure: Effect.failCause,
        onDone: () => {
          isRead = true
          reader.end()
          return give()
        }
      })
      const give = (): Pull.Pull<Values, ApiError.ApiError> => {
        const given = found
        found = []
        if (Arr.isReadonlyArrayNonEmpty(given)) {
          values.seen += given.length
          onValues()
          return Effect.succeed(given)
        }
        if (problem !== undefined) return Effect.fail(problem)
        if (reader.isTooLarge()) return Effect.fail(tooLarge())
        return isRead ? Cause.done() : read
      }
      return Effect.suspend(give)
    }
  }
  return values
}

/** The body of an answer over the exchange that brings it. */
export const makeEventBody = (exchange: Exchange): EventBody => {
  let queue: Array<Uint8Array> = []
  let size = 0
  let isPaused = false
  /** No more bytes come: the body ended, broke or was left. */
  let isOver = false
  let failure: ApiError.ApiError | undefined
  /** Ends the caller's wait for bytes, if there is one. */
  let wake: (() => void) | undefined
  /** Milliseconds since the head of the answer. */
  let now = () => 0
  let isBegun = false
  let lastByte = 0
  let waitsSince: number | undefined
  /** Milliseconds the caller waited since the last event. The caller's own time does not count. */
  let waited = 0
  const values = makeValues(() => {
    waited = 0
  })

  const stop = (error?: ApiError.ApiError): void => {
    if (isOver) return
    isOver = true
    failure = error
    wake?.()
  }

  const leave = (): void => {
    if (waitsSince !== undefined) waited += now() - waitsSince
    waitsSince = wake = undefined
  }

  const take: Pull.Pull<Bytes, ApiError.ApiError> = Effect.suspend(() => {
    isBegun = true
    const bytes = queue
    if (!Arr.isReadonlyArrayNonEmpty(bytes)) {
      if (!isOver) return wait
      return failure === undefined ? Cause.done() : Effect.fail(cut(failure, values.isPending()))
    }
    queue = []
    size = 0
    if (isPaused) {
      isPaused = false
      exchange.resume()
    }
    return Effect.succeed(bytes)
  })

  const wait: Pull.Pull<Bytes, ApiError.ApiError> = Effect.callback((resume) => {
    waitsSince = now()
    wake = () => {
      leave()
      resume(take)
    }
    return Effect.sync(leave)
  })

  /** Sleeps until the first wait would be over and looks again: bytes and events only note their time. */
  const watch = ({ event, idle }: Waits, left: number): Effect.Effect<void> =>
    Effect.suspend(function look(): Effect.Effect<void> {
      if (isOver) return Effect.void
      const at = now()
      const since = waitsSince ?? at
      const idleEnd = !isBegun ? idle : Math.max(since, lastByte) + idle
      const eventEnd = since + event - waited
      const end = Math.min(idleEnd, eventEnd, left)
      if (at < end) return Effect.flatMap(Effect.sleep(end - at), () => Effect.suspend(look))
      const isIdle = end === idleEnd
      exchange.abort()
      stop(
        isIdle || end === eventEnd
          ? late(`No ${isIdle ? "byte" : "event"} came`, isIdle ? idle : event)
          : outOfTime()
      )
      return Effect.void
    })

  return {
    push: (bytes) => {
      if (isOver) return true
      queue.push(bytes)
      size += bytes.length
      if (wake !== undefined) {
        lastByte = now()
        wake()
      }
      isPaused = size >= limits.ahead
      return !isPaused
    },
    end: stop,
    fail: stop,
    open: (waits) =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const left = yield* waits.left
        const start = clock.monotonicTimeNanosUnsafe()
        now = () => Number(clock.monotonicTimeNanosUnsafe() - start) / 1e6
        const watcher = yield* Effect.forkDetach(Effect.interruptible(watch(waits, left)))
        const close = Effect.sync(() => {
          watcher.interruptUnsafe()
          queue = []
          if (isOver) return
          isOver = true
          exchange.abort()
        })
        return Stream.fromPull(Effect.succeed(take)).pipe(
          // Not Stream.decodeText, which drops a second byte order mark.
          Stream.pipeThroughChannel(
            Channel.decodeText<ApiError.ApiError, unknown>("utf-8", { ignoreBOM: true })
          ),
          (texts) => Stream.transformPull(texts, (pull) => Effect.succeed(values.pull(pull))),
          Stream.mapError((error) => Object.assign(error, { eventsSeen: values.seen })),
          Stream.ensuring(close)
        )
      })
  }
}
