// The events of a stream, each checked, and told apart at its end: whole or cut.
// Source: §6; what makes a stream whole is Assumed: ours.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"

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
export const whole = <A>(rules: Rules<A>) => {
  const decode = Schema.decodeUnknownResult(Schema.toType(rules.event))
  return (source: Stream.Stream<unknown, ApiError.ApiError>): Stream.Stream<A, ApiError.ApiError> =>
    Stream.transformPull(source, (pull) =>
      Effect.sync(() => {
        let before: A | undefined
        let seen = 0
        let isWhole = false
        let isOver = false
        let failure: ApiError.ApiError | undefined

        /** What one value adds; a failure is kept until the events before it are delivered. */
        const take = (value: unknown, events: Array<A>): void => {
          if (value === endMark) {
            isOver = true
            isWhole ||= rules.endsBy === "mark"
            return
          }
          const result = decode(value)
          if (Result.isFailure(result)) {
            if (rules.skips?.(value) === true) return
            const error = ApiError.invalidResponse(result.failure)
            failure = Object.assign(error, { phase: "stream", eventsSeen: seen })
            return
          }
          const event = result.success
          if (before !== undefined && rules.follows?.(before, event) === false) {
            failure = outOfOrder(seen)
            return
          }
          before = event
          seen++
          events.push(event)
          if (rules.isLast(event)) {
            isWhole = true
            isOver = rules.endsBy === "event"
          }
        }

        const end = (): Pull.Pull<never, ApiError.ApiError> =>
          isWhole ? Cause.done() : Effect.fail(cut(seen))

        return Effect.suspend(function next(): Pull.Pull<
          readonly [A, ...ReadonlyArray<A>],
          ApiError.ApiError
        > {
          if (failure !== undefined) return Effect.fail(failure)
          if (isOver) return end()
          return Effect.flatMap(Pull.catchDone(pull, end), (values) => {
            const events: Array<A> = []
            for (const value of values) {
              take(value, events)
              if (failure !== undefined || isOver) break
            }
            const [first, ...rest] = events
            return first === undefined ? next() : Effect.succeed([first, ...rest] as const)
          })
        })
      })
    )
}
