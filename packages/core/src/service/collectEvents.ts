// An answer whole from a stream beneath, for connections that are cut when they are quiet.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ApiError } from "../errors/ApiError.ts"
import { CurrentCall } from "../client/Call.ts"
import { noRedaction, type Redact } from "../client/redact.ts"

/** Puts the events of one stream together. An error in place of the answer is what the events tell of. */
export interface Collector<A> {
  readonly add: (event: A) => void
  readonly answer: () => unknown
}

/** The answer the events of a stream make, unchecked. */
export const collectEvents = <A>(
  events: Stream.Stream<A, ApiError>,
  begin: (hide: Redact) => Collector<A>
): Effect.Effect<unknown, ApiError> =>
  Effect.withFiber((fiber) => {
    const { add, answer } = begin(fiber.getRef(CurrentCall)?.redact ?? noRedaction)
    return Effect.flatMap(
      Stream.runForEachArray(events, (some) => Effect.sync(() => some.forEach(add))),
      () => {
        const made = answer()
        return made instanceof Error ? Effect.fail(made as ApiError) : Effect.succeed(made)
      }
    )
  })
