// How facts about a service are written: an effect that fails with a message when the fact does not hold.
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { CheckFailed } from "./decisions.ts"

/** One fact about a service. */
export interface ConformanceCase<S> {
  readonly name: string
  readonly holds: Effect.Effect<void, ApiError | CheckFailed, S>
}

/** A condition of a fact. */
export const expect = (condition: boolean, message: string) =>
  condition ? Effect.void : Effect.fail(new CheckFailed({ message }))

/** What a call fails with. */
export const expectFailure = <A, S>(call: Effect.Effect<A, ApiError, S>) =>
  Effect.matchEffect(call, {
    onFailure: Effect.succeed,
    onSuccess: () => Effect.fail(new CheckFailed({ message: "it succeeds" }))
  })

/** The events of a stream up to its end, and the failure that was its end. */
export const collectEvents = <A, S>(open: Effect.Effect<Stream.Stream<A, ApiError>, ApiError, S>) =>
  Effect.suspend(() => {
    const events: Array<A> = []
    return Effect.flatMap(open, (stream) =>
      Stream.runForEach(stream, (event) => Effect.sync(() => events.push(event)))
    ).pipe(
      Effect.match({
        onFailure: (error): ApiError | undefined => error,
        onSuccess: () => undefined
      }),
      Effect.map((error) => ({ events, error }))
    )
  })
