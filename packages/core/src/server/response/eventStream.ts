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
import { eventStreamHeaders, frame, ping, textFrame } from "../../protocol/sse/frames.ts"
import type { BodyWriter } from "../ServerExchange.ts"
import type { RequestContext } from "../RequestContext.ts"
import { outcomeOf } from "../telemetry/engineTelemetry.ts"
import { ServerResponse } from "../ServerResponse.ts"
import type { Settings } from "../ServerSettings.ts"
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

/** When things were written, in milliseconds of the clock. */
interface Written {
  /** An event or a comment. */
  at: number
  /** An event, or the end of a wait for the reader. */
  eventAt: number
  /** The reader has not taken what there is. */
  isBlocked: boolean
}

/**
 * Writes a comment whenever nothing was written for so long, and completes when no event came for too long: comments
 * alone keep no stream alive. While the reader is waited for, neither happens.
 */
const keepAlive = Effect.fnUntraced(function* (
  writer: BodyWriter,
  written: Written,
  { eventTimeout, keepAlive: silence }: Settings
) {
  const clock = yield* Clock.Clock
  while (true) {
    const now = clock.currentTimeMillisUnsafe()
    const end = written.isBlocked ? Infinity : written.eventAt + eventTimeout
    if (now >= end) return
    const left = Math.min(written.at + silence, end) - now
    if (left > 0) {
      yield* Effect.sleep(left)
      continue
    }
    written.at = now
    if (!written.isBlocked) writer.write(ping)
  }
})

/** Why a source was interrupted. */
type Interruption = "stopped" | "silent"

/** The event for a stream that did not end well. A server that stops is no failure of the stream's own, so not logged. */
const lastEvent = <A>(
  cause: Cause.Cause<ApiError>,
  interruption: Interruption | undefined,
  { failed }: StreamEnding<A>,
  context: RequestContext
): Effect.Effect<unknown> => {
  const end = (
    text: (typeof outageMessages)[keyof typeof outageMessages],
    status: number,
    outcome: string
  ) => {
    context.error = text[1]
    context.outcome = outcome
    return failed(text, status)
  }
  if (interruption === "stopped") return end(outageMessages.unavailable, 503, "cancelled")
  if (interruption === "silent") {
    return Effect.andThen(
      Effect.logError("A stream was ended: no event came in time"),
      end(outageMessages.timeout, 504, "DeadlineExceededError")
    )
  }
  return Effect.andThen(
    Effect.logError("A stream failed", cause),
    end(outageMessages.internal, 500, outcomeOf(cause))
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
    const startedAt = clock.currentTimeMillisUnsafe()
    const written: Written = { at: startedAt, eventAt: startedAt, isBlocked: false }
    const { mark, onEvent } = ending

    const drained = Effect.map(writer.drained, () => {
      written.isBlocked = false
      written.at = written.eventAt = clock.currentTimeMillisUnsafe()
    })
    const write = (batch: ReadonlyArray<A>): Effect.Effect<void> => {
      if (onEvent !== undefined) batch.forEach(onEvent)
      context.events += batch.length
      for (const event of batch) context.usage = reportedUsage(event) ?? context.usage
      written.at = written.eventAt = clock.currentTimeMillisUnsafe()
      if (writer.write(batch.length === 1 ? frame(batch[0]) : batch.map(frame).join(""))) return Effect.void
      written.isBlocked = true
      return drained
    }

    return Effect.gen(function* () {
      const { settleStream } = context
      const run = Stream.runForEachArray(events, write)
      const source = yield* Effect.forkChild(
        settleStream === undefined ? run : Effect.onExit(run, settleStream),
        { startImmediately: true }
      )
      let interruption: Interruption | undefined
      const interrupt = (why: Interruption) => {
        interruption ??= why
        source.interruptUnsafe()
      }
      yield* Effect.forkChild(
        Effect.map(keepAlive(writer, written, context.settings), () => interrupt("silent"))
      )
      const forget = context.whenEnding(() => interrupt("stopped"))
      // Also when the caller leaves.
      const exit = yield* Effect.ensuring(Fiber.await(source), Effect.sync(forget))
      if (Exit.isSuccess(exit)) {
        if (mark !== undefined) writer.write(textFrame(mark))
      } else {
        writer.write(frame(yield* lastEvent(exit.cause, interruption, ending, context)))
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
  new ServerResponse(200, { ...eventStreamHeaders }, (writer) => produce(context, events, ending, writer))
