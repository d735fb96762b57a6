// The events of a stream, each checked, and told apart at its end: whole or cut.
// Source: §6; what makes a stream whole is Assumed: ours.
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { checker } from "../errors/checks.ts"
import { walk } from "./walk.ts"

/** The data of the frame that ends some streams; engines that read a wire may pass it on as it is. */
export const endMark = "[DONE]"

/** What makes the events of an operation a whole stream. */
export interface Rules<A> {
  readonly event: Schema.Codec<A, unknown>
  /** Is this the event that closes the content? */
  readonly isLast: (event: A) => boolean
  /** `event`: nothing is read after the last event. `mark`: the stream runs on to `[DONE]`, or to its clean end. */
  readonly endsBy: "event" | "mark"
  /** A value that is no event, but may stand between events. */
  readonly skips?: (value: unknown) => boolean
  /** May the event stand behind the one before it? */
  readonly follows?: (before: A, event: A) => boolean
}

const cut = (eventsSeen: number) =>
  new ApiError.StreamTruncatedError({
    message: "The stream ended before its last event.",
    reason: "noEndMark",
    phase: "stream",
    pending: false,
    eventsSeen
  })

const outOfOrder = (eventsSeen: number) =>
  new ApiError.InvalidResponseError({
    message: "An event of the stream is out of order.",
    reason: "schema",
    phase: "stream",
    eventsSeen
  })

/** Gives the good events of a stream one by one; fails at a wrong one, and at an end that is none. */
export const whole = <A>({ endsBy, event, follows, isLast, skips }: Rules<A>) => {
  const check = checker(event, "open")
  return (source: Stream.Stream<unknown, ApiError.ApiError>): Stream.Stream<A, ApiError.ApiError> =>
    walk<unknown, A>(source, () => {
      let before: A | undefined
      let seen = 0
      let isWhole = false
      return {
        take: (value, give) => {
          if (value === endMark) {
            isWhole ||= endsBy === "mark"
            return "over"
          }
          const good = check(value)
          if (good instanceof ApiError.InvalidResponseError) {
            if (skips?.(value) === true) return "on"
            return Object.assign(good, { phase: "stream" as const, eventsSeen: seen })
          }
          if (before !== undefined && follows?.(before, good) === false) return outOfOrder(seen)
          before = good
          seen++
          give(good)
          if (!isLast(good)) return "on"
          isWhole = true
          return endsBy === "event" ? "over" : "on"
        },
        end: () => (isWhole ? undefined : cut(seen))
      }
    })
}
