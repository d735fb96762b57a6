// The events of a stream, each checked, and told apart at its end: whole or cut.
// Source: §6; what makes a stream whole is Assumed: ours.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { endMark } from "./eventValue.ts"
import { walk } from "./walk.ts"

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
  const decode = Schema.decodeUnknownResult(Schema.toType(event))
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
          const result = decode(value)
          if (Result.isFailure(result)) {
            if (skips?.(value) === true) return "on"
            const failure = ApiError.invalidResponse(result.failure)
            return Object.assign(failure, { phase: "stream" as const, eventsSeen: seen })
          }
          const good = result.success
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
