// Answers with server-sent events: one `data:` line an event, comments while the source is silent, one event for any failure.
// Source: §6; frames and end are Assumed: docs and seen, comments and the failure event Assumed: ours.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import type { ApiError } from "../../errors/ApiError.ts"
import { outageMessages } from "../../errors/bodies.ts"
import type { BodyWriter } from "../Exchange.ts"
import type { RequestContext } from "../RequestContext.ts"
import { outcomeOf } from "../telemetry/engineOutcome.ts"
import { ServerResponse } from "../ServerResponse.ts"
import { reportedUsage } from "../UsageMeter.ts"

/** How the events of an operation end on the wire. */
export interface StreamEnding<A> {
  /** The data of a frame behind the last event, where there is one. */
  readonly mark?: string
  /** Sees each event that is sent. */
  readonly onEvent?: (event: A) => void
  /**
   * The event that stands for a failure, by its fixed message and type, and its status. It says nothing of the cause,
   * which is logged.
   */
  readonly failed: (text: readonly [message: string, type: string], status: number) => Effect.Effect<unknown>
}

/** JSON has no raw line ends, so data is one line. */
const frame = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`

/** A comment that keeps the connection alive. */
const ping = ": ping\n\n"

/** Writes a comment whenever nothing was written for so long, but not to a reader that has not taken what there is. */
const keepAlive = Effect.fnUntraced(function* (
  writer: BodyWriter,
  state: { writtenAt: number; isBlocked: boolean },
  silence: number
) {
  const clock = yield* Clock.Clock
  while (true) {
    const left = state.writtenAt + silence - clock.currentTimeMillisUnsafe()
    if (left > 0) {
      yield* Effect.sleep(left)
      continue
    }
    state.writtenAt = clock.currentTimeMillisUnsafe()
    if (!state.isBlocked) writer.write(ping)
  }
})

/** The event for a stream that did not end well. A server that stops is no failure of the stream's own, so not logged. */
const lastEvent = <A>(
  cause: Cause.Cause<ApiError>,
  isStopped: boolean,
  { failed }: StreamEnding<A>,
  context: RequestContext
): Effect.Effect<unknown> => {
  const text = isStopped ? outageMessages.unavailable : outageMessages.internal
  context.error = text[1]
  context.outcome = isStopped ? "cancelled" : outcomeOf(cause)
  return Effect.andThen(
    isStopped ? Effect.void : Effect.logError("A stream failed", cause),
    failed(text, isStopped ? 503 : 500)
  )
}

const produce = <A>(
  context: RequestContext,
  events: Stream.Stream<A, ApiError>,
  ending: StreamEnding<A>,
  writer: BodyWriter
): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    const state = { writtenAt: clock.currentTimeMillisUnsafe(), isBlocked: false }
    const { mark, onEvent } = ending

    const drained = Effect.map(writer.drained, () => {
      state.isBlocked = false
      state.writtenAt = clock.currentTimeMillisUnsafe()
    })
    const write = (batch: ReadonlyArray<A>): Effect.Effect<void> => {
      if (onEvent !== undefined) batch.forEach(onEvent)
      context.events += batch.length
      for (const event of batch) context.usage = reportedUsage(event) ?? context.usage
      state.writtenAt = clock.currentTimeMillisUnsafe()
      if (writer.write(batch.length === 1 ? frame(batch[0]) : batch.map(frame).join(""))) return Effect.void
      state.isBlocked = true
      return drained
    }

    return Effect.gen(function* () {
      const source = yield* Effect.forkChild(Stream.runForEachArray(events, write), {
        startImmediately: true
      })
      yield* Effect.forkChild(keepAlive(writer, state, context.settings.keepAlive))
      let isStopped = false
      const forget = context.whenEnding(() => {
        isStopped = true
        source.interruptUnsafe()
      })
      // Also when the caller leaves.
      const exit = yield* Effect.ensuring(Fiber.await(source), Effect.sync(forget))
      if (Exit.isSuccess(exit)) {
        if (mark !== undefined) writer.write(`data: ${mark}\n\n`)
      } else {
        writer.write(frame(yield* lastEvent(exit.cause, isStopped, ending, context)))
      }
    })
  })

/**
 * Answers 200 with events. Everything that goes wrong on the way becomes one last event and a line in the log; when the
 * caller is gone the source is interrupted.
 */
export const eventStream = <A>(
  context: RequestContext,
  events: Stream.Stream<A, ApiError>,
  ending: StreamEnding<A>
): ServerResponse =>
  new ServerResponse(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" }, (writer) =>
    produce(context, events, ending, writer)
  )
