// The events of a stream, each checked, and told apart at its end: whole or cut.
// Source: §6; what makes a stream whole is Assumed: ours.
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { makeChecker } from "./validate.ts"
import { setTimer } from "../scheduling/timer.ts"
import * as limits from "../client/defaults.ts"
import { doneMarker } from "../client/stream/decodeEvent.ts"

/** What makes the events of an operation a whole stream. */
export interface EventRules<A> {
  readonly event: Schema.Codec<A, unknown>
  /** Is this the event that closes the content? */
  readonly isFinal: (event: A) => boolean
  /** `event`: nothing is read after the last event. `mark`: the stream runs on to `[DONE]`, or to its clean end. */
  readonly endsBy: "event" | "mark"
  /** A value that is no event, but may stand between events. */
  readonly isIgnored?: (value: unknown) => boolean
  /** May the event stand behind the one before it? */
  readonly mayFollow?: (before: A, event: A) => boolean
}

const truncated = () =>
  new ApiError.StreamTruncatedError({
    message: "The stream ended before its last event.",
    reason: "noEndMark",
    phase: "stream",
    pending: false
  })

const outOfOrder = () =>
  new ApiError.InvalidResponseError({
    message: "An event of the stream is out of order.",
    reason: "schema",
    phase: "stream"
  })

/**
 * Gives the good events of a stream, as many at a time as came; fails at a wrong one, and at an end that is none. Every
 * failure tells in `eventsSeen` how many were given.
 */
export const validateEvents = <A>({
  endsBy,
  event,
  mayFollow: follows,
  isFinal: isLast,
  isIgnored: skips
}: EventRules<A>) => {
  const check = makeChecker(event, "open")
  return (source: Stream.Stream<unknown, ApiError.ApiError>): Stream.Stream<A, ApiError.ApiError> =>
    Stream.transformPull(source, (pull) =>
      Effect.sync(() => {
        type Given = Pull.Pull<readonly [A, ...Array<A>], ApiError.ApiError>
        let before: A | undefined
        let eventsSeen = 0
        let isWhole = false
        let isOver = false
        let problem: ApiError.ApiError | undefined

        const fail = (error: ApiError.ApiError) => Effect.fail(Object.assign(error, { eventsSeen }))
        const end = (): Given => (isWhole ? Cause.done() : fail(truncated()))
        // A connection read to its end can be used again; one that goes on is left soon.
        const drained = Effect.withFiber((fiber) =>
          Effect.callback<void>((resume) => {
            const draining = Effect.runForkWith(fiber.context)(Effect.exit(Effect.forever(pull)))
            const leave = () => draining.interruptUnsafe()
            const callOff = setTimer(fiber.getRef(Clock.Clock), fiber.context, limits.cleanup, leave)
            draining.addObserver(() => {
              callOff?.()
              resume(Effect.void)
            })
            return Effect.sync(leave)
          })
        )

        /** Takes the events up to the last, or to what is wrong. */
        const take = (values: ReadonlyArray<unknown>): ReadonlyArray<A> => {
          const given: Array<A> = []
          for (const value of values) {
            if (value === doneMarker) {
              isWhole ||= endsBy === "mark"
              isOver = true
              break
            }
            const good = check(value)
            if (good instanceof ApiError.InvalidResponseError) {
              if (skips?.(value) === true) continue
              problem = Object.assign(good, { phase: "stream" as const })
              break
            }
            if (before !== undefined && follows?.(before, good) === false) {
              problem = outOfOrder()
              break
            }
            before = good
            given.push(good)
            isWhole ||= isLast(good)
            isOver = isWhole && endsBy === "event"
            if (isOver) break
          }
          return given
        }

        const read: Given = Pull.matchEffect(pull, {
          onSuccess: (values) => {
            const given = take(values)
            eventsSeen += given.length
            return Arr.isReadonlyArrayNonEmpty(given) ? Effect.succeed(given) : next
          },
          onFailure: (cause) =>
            Effect.failCause(Cause.map(cause, (error) => Object.assign(error, { eventsSeen }))),
          onDone: end
        })

        const next: Given = Effect.suspend(() =>
          problem !== undefined ? fail(problem) : isOver ? Effect.andThen(drained, Effect.suspend(end)) : read
        )
        return next
      })
    )
}
