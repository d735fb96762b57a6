// A stream walked value by value without an effect for each: what is good is given before what is wrong is told.
// Source: none; the shape of the library itself.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import type { ApiError } from "../errors/ApiError.ts"
import * as limits from "./clientLimits.ts"

/** The steps of one walk, with a state of their own. */
export interface Walk<A, B> {
  /** Takes a value and may give some; tells whether to go on, to end here, or what is wrong. */
  readonly take: (value: A, give: (value: B) => void) => "on" | "over" | ApiError
  /** What is wrong with ending, at `over` or where the source ends. */
  readonly end: () => ApiError | undefined
}

/** The values a walk gives; it starts anew whenever the stream runs. */
export const walk = <A, B>(
  source: Stream.Stream<A, ApiError>,
  begin: () => Walk<A, B>
): Stream.Stream<B, ApiError> =>
  Stream.transformPull(source, (pull) =>
    Effect.sync(() => {
      const { end, take } = begin()
      let state: ReturnType<typeof take> = "on"
      const finish = (): Pull.Pull<never, ApiError> => {
        const failure = end()
        return failure === undefined ? Cause.done() : Effect.fail(failure)
      }
      // A connection read to its end can be used again; one that goes on is left soon.
      const drained = Effect.timeoutOption(Effect.exit(Effect.forever(pull)), limits.cleanup)
      return Effect.suspend(function next(): Pull.Pull<readonly [B, ...ReadonlyArray<B>], ApiError> {
        if (state === "over") return Effect.andThen(drained, Effect.suspend(finish))
        if (state !== "on") return Effect.fail(state)
        return Effect.flatMap(Pull.catchDone(pull, finish), (values) => {
          const given: Array<B> = []
          for (const value of values) {
            state = take(value, (one) => given.push(one))
            if (state !== "on") break
          }
          const [first, ...rest] = given
          return first === undefined ? next() : Effect.succeed([first, ...rest] as const)
        })
      })
    })
  )
