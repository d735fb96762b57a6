// A stream as server-sent events: one line of data a frame, comments while nothing comes, one frame for any failure.
// Source: §6; frames and end are Assumed: docs and seen, comments and the failure frame Assumed: ours.
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import type { ApiError } from "../errors/ApiError.ts"
import { ServerSettings } from "./ServerSettings.ts"

/** How the events of an operation end on the wire. */
export interface Ending<A> {
  /** The data of a frame behind the last event, where there is one. */
  readonly mark?: string
  /** Takes note of an event that goes out. */
  readonly note?: (event: A) => void
  /** The event that stands for any failure on the way. It says nothing of the cause, which is logged. */
  readonly failed: Effect.Effect<unknown>
}

/** JSON has no raw line ends, so data is one line. */
const frame = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`

const ping = ": ping\n\n"

const framesOf = <A>(
  events: Stream.Stream<A, ApiError>,
  { failed, mark, note }: Ending<A>
): Stream.Stream<string> =>
  events.pipe(
    Stream.mapArray((some) => {
      if (note !== undefined) some.forEach(note)
      return [some.map(frame).join("")]
    }),
    Stream.concat(mark === undefined ? Stream.empty : Stream.make(`data: ${mark}\n\n`)),
    Stream.catchCause((cause) =>
      Stream.fromEffect(Effect.andThen(Effect.logError("A stream failed", cause), Effect.map(failed, frame)))
    )
  )

/** Says that it lives, while the source is silent. The source is asked once only, and never ahead of its reader. */
const alive = (frames: Stream.Stream<string>, silence: number): Stream.Stream<string> =>
  Stream.transformPull(frames, (pull, scope) =>
    Effect.sync(() => {
      let asked: Fiber.Fiber<readonly [string, ...ReadonlyArray<string>], Cause.Done> | undefined
      return Effect.gen(function* () {
        const answer = (asked ??= yield* Effect.forkIn(pull, scope, { startImmediately: true }))
        const exit = yield* Effect.timeoutOption(Fiber.await(answer), silence)
        if (exit._tag === "None") return [ping] as const
        asked = undefined
        return yield* exit.value
      })
    })
  )

/**
 * Answers 200 with events, framed. Everything that goes wrong on the way becomes one last frame and a line in the
 * log; when the client is gone the events are interrupted.
 */
export const respond = <A>(events: Stream.Stream<A, ApiError>, ending: Ending<A>) =>
  Effect.map(Effect.context(), (context) =>
    HttpServerResponse.stream(
      Stream.encodeText(alive(framesOf(events, ending), Context.get(context, ServerSettings).keepAlive)).pipe(
        Stream.provideContext(context)
      ),
      { contentType: "text/event-stream", headers: { "x-accel-buffering": "no" } }
    )
  )
