// Server-sent events from bytes, by the rules of the WHATWG; what is cut at the end is told.
// Source: §6.
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Sse from "effect/encoding/Sse"
import * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as limits from "./clientLimits.ts"

/** One event as it stood on the wire. */
export interface Frame {
  /** `message` when none was named. */
  readonly event: string
  readonly data: string
  /** The last id given, empty when none was. */
  readonly id: string
  /** The bytes ended before the blank line that ends an event: `data` may be a part, or empty. */
  readonly isCut: boolean
}

/** A line end with a blank line behind it. */
const blank = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))$/

const makeReader = () => {
  let found: Array<Frame> = []
  let isCut = false
  let isTooLarge = false
  let tail = "\n\n"
  const parser = Sse.makeParser(
    (event) => {
      if (event._tag === "Retry") return
      isTooLarge ||= event.data.length > limits.eventSize
      if (!isTooLarge) found.push({ event: event.event, data: event.data, id: event.id ?? "", isCut })
    },
    { maxEventSize: limits.eventSize }
  )
  const feed = (text: string): void => {
    if (!isTooLarge) isTooLarge = parser.feed(text) !== undefined || isTooLarge
    tail = (tail + text).slice(-4)
  }
  return {
    feed,
    isTooLarge: () => isTooLarge,
    isBetween: () => blank.test(tail),
    /** Closes an event that waits for its blank line. */
    end: (): void => {
      if (blank.test(tail)) return
      isCut = true
      feed("\n\n")
      if (found.length === 0) found.push({ event: "message", data: "", id: "", isCut })
    },
    take: (): ReadonlyArray<Frame> => {
      const frames = found
      found = []
      return frames
    }
  }
}

const tooLarge = () =>
  new ApiError.InvalidResponseError({
    message: `An event of the stream is over ${limits.eventSize} characters.`,
    reason: "tooLarge",
    phase: "stream"
  })

/**
 * The events of a body. `retry:` values are ignored, a byte order mark is dropped once, wrong UTF-8 becomes U+FFFD.
 * Fails at an event over 1 MiB. `onBreak` turns a failure of the bytes into one of ours; it is told whether an event
 * was under way.
 */
export const frames = <E>(
  bytes: Stream.Stream<Uint8Array, E>,
  onBreak: (error: E, isCut: boolean) => ApiError.ApiError
): Stream.Stream<Frame, ApiError.ApiError> =>
  Stream.transformPull(
    // Not Stream.decodeText, which drops a second mark; not Sse.decode, which fails at a `retry:` line.
    Stream.pipeThroughChannel(bytes, Channel.decodeText<E, unknown>("utf-8", { ignoreBOM: true })),
    (pull) =>
      Effect.sync(() => {
        const reader = makeReader()
        let isEnded = false
        const read = pull.pipe(
          Effect.map((texts) => texts.forEach(reader.feed)),
          Pull.catchDone(() =>
            Effect.sync(() => {
              isEnded = true
              reader.end()
            })
          ),
          Effect.mapError((error) => onBreak(error, !reader.isBetween()))
        )
        return Effect.suspend(function next(): Pull.Pull<
          readonly [Frame, ...ReadonlyArray<Frame>],
          ApiError.ApiError
        > {
          const [first, ...rest] = reader.take()
          if (first !== undefined) return Effect.succeed([first, ...rest])
          if (reader.isTooLarge()) return Effect.fail(tooLarge())
          return isEnded ? Cause.done() : Effect.flatMap(read, next)
        })
      })
  )
