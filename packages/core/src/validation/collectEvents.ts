// Collects the events of a stream into one result, for `viaStream: true`.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { ApiError } from "../errors/ApiError.ts"
import { noRedaction, type Redact } from "../errors/fromStatus.ts"
import { loadStreams } from "#load-streams"

/** Collects the events of one stream. The result is unchecked; an error in its place is the failure of the stream. */
export interface Collector<A> {
  readonly add: (event: A) => void
  readonly result: () => unknown
}

/** Redacts messages of error events. A client provides it for each call; without one nothing is redacted. */
export const CurrentRedact = Context.Reference<Redact>("@leadline/core/validation/Redact", {
  defaultValue: () => noRedaction
})

/** The unchecked result of all events of a stream. */
export const collectEvents = <A>(
  events: Stream.Stream<A, ApiError>,
  makeCollector: (redact: Redact) => Collector<A>
): Effect.Effect<unknown, ApiError> =>
  Effect.withFiber((fiber) => {
    const { add, result } = makeCollector(fiber.getRef(CurrentRedact))
    const collecting = Effect.flatMap(loadStreams, ({ runForEachArray }) =>
      runForEachArray(events, (some) => Effect.sync(() => some.forEach(add)))
    )
    return Effect.flatMap(collecting, () => {
      const collected = result()
      return collected instanceof Error ? Effect.fail(collected as ApiError) : Effect.succeed(collected)
    })
  })
