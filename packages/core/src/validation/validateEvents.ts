// Checks each event of a stream, and at its end whether the stream is complete.
// Source: §6; what makes a stream complete is Assumed: ours.
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import type * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import { endedEarly } from "../errors/streamEndedEarly.ts"
import { withFields } from "../errors/withFields.ts"
import { doneMarker } from "../protocol/sse/SseParser.ts"
import { drainTimeout } from "./limits.ts"
import { makeChecker } from "./validate.ts"

/** The rules of an operation's events. */
export interface EventRules<A> {
  readonly event: Schema.Codec<A, unknown>
  /** Does this event complete the content? */
  readonly isFinal: (event: A) => boolean
  /** `event`: nothing is read after the final event. `marker`: the stream goes on to `[DONE]`, or to its clean end. */
  readonly endsBy: "event" | "marker"
  /** May this value, which is not an event, occur between events? */
  readonly isIgnored?: (value: unknown) => boolean
  /** May the event follow the one before it? */
  readonly mayFollow?: (before: A, event: A) => boolean
}

const outOfOrder = () =>
  new ApiError.InvalidResponseError({
    message: "An event of the stream is out of order.",
    reason: "schema",
    phase: "stream"
  })

/** Pulls values of a stream, as many at a time as arrived. */
export type PullValues<A> = Pull.Pull<readonly [A, ...Array<A>], ApiError.ApiError>

/**
 * Gives the valid events of a stream, as many at a time as arrived. Fails at an invalid event, and at an end without a
 * final event. `eventsSeen` of a failure is the number of events before it.
 */
export const validateEvents = <A>({ endsBy, event, isFinal, isIgnored, mayFollow }: EventRules<A>) => {
  const check = makeChecker(event, "open")
  return (pull: PullValues<unknown>): Effect.Effect<PullValues<A>> =>
    Effect.sync(() => {
      let before: A | undefined
      let eventsSeen = 0
      let isComplete = false
      let isOver = false
      let problem: ApiError.ApiError | undefined

      const fail = (error: ApiError.ApiError) => Effect.fail(withFields(error, { eventsSeen }))
      const end = (): PullValues<A> => (isComplete ? Cause.done() : fail(endedEarly()))
      // A connection that is read to its end can be reused; one that goes on is soon abandoned.
      const drain = Effect.exit(Effect.timeoutOption(Effect.forever(pull), drainTimeout))

      /** Takes the events up to the final one, or to a problem. */
      const take = (values: ReadonlyArray<unknown>): ReadonlyArray<A> => {
        const taken: Array<A> = []
        for (const value of values) {
          if (value === doneMarker) {
            isComplete ||= endsBy === "marker"
            isOver = true
            break
          }
          const checked = check(value)
          if (checked instanceof ApiError.InvalidResponseError) {
            if (isIgnored?.(value) === true) continue
            problem = withFields(checked, { phase: "stream" })
            break
          }
          if (before !== undefined && mayFollow?.(before, checked) === false) {
            problem = outOfOrder()
            break
          }
          before = checked
          taken.push(checked)
          isComplete ||= isFinal(checked)
          isOver = isComplete && endsBy === "event"
          if (isOver) break
        }
        return taken
      }

      const read: PullValues<A> = Pull.matchEffect(pull, {
        onSuccess: (values) => {
          const taken = take(values)
          eventsSeen += taken.length
          return Arr.isReadonlyArrayNonEmpty(taken) ? Effect.succeed(taken) : next
        },
        onFailure: (cause) =>
          Effect.failCause(Cause.map(cause, (error) => withFields(error, { eventsSeen }))),
        onDone: end
      })

      const next: PullValues<A> = Effect.suspend(() =>
        problem !== undefined ? fail(problem) : isOver ? Effect.andThen(drain, Effect.suspend(end)) : read
      )
      return next
    })
}
