// A stream as server-sent events: one line of data a frame, comments while nothing comes, one frame for any failure.
// Source: §6; frames and end are Assumed: docs and seen, comments and the failure frame Assumed: ours.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type ApiError, UnavailableError } from "../../errors/ApiError.ts"
import { outageMessages } from "../../errors/bodies.ts"
import { outcomeOf } from "../telemetry/engineOutcome.ts"
import { CurrentRequest, type Noted } from "../RequestContext.ts"
import { ServerSettings } from "../ServerSettings.ts"

/** How the events of an operation end on the wire. */
export interface Ending<A> {
  /** The data of a frame behind the last event, where there is one. */
  readonly mark?: string
  /** Takes note of an event that goes out. */
  readonly note?: (event: A) => void
  /**
   * The event that stands for a failure on the way, by its fixed words (message and type) and its status. It says
   * nothing of the cause, which is logged.
   */
  readonly failed: (words: readonly [message: string, type: string], status: number) => Effect.Effect<unknown>
}

/** JSON has no raw line ends, so data is one line. */
const frame = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`

const ping = ": ping\n\n"

/** The server ends before the stream does. */
const stopped = new UnavailableError({ message: "The server stops." })

const isStop = (cause: Cause.Cause<ApiError>): boolean =>
  cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error === stopped)

/** The last event of a stream that fails. A server that stops is no failure of the stream's own, so not logged. */
const lastEvent = <A>(cause: Cause.Cause<ApiError>, { failed }: Ending<A>, noted: Noted | undefined) => {
  const isStopped = isStop(cause)
  const words = isStopped ? outageMessages.unavailable : outageMessages.internal
  if (noted !== undefined) {
    noted.error = words[1]
    noted.outcome = isStopped ? "cancelled" : outcomeOf(cause)
  }
  return Effect.andThen(
    isStopped ? Effect.void : Effect.logError("A stream failed", cause),
    failed(words, isStopped ? 503 : 500)
  )
}

const framesOf = <A>(
  events: Stream.Stream<A, ApiError>,
  { mark, note }: Ending<A>,
  noted: Noted | undefined
): Stream.Stream<string, ApiError> =>
  events.pipe(
    Stream.mapArray((some) => {
      if (note !== undefined) some.forEach(note)
      if (noted !== undefined) noted.events += some.length
      return [some.map(frame).join("")]
    }),
    Stream.concat(mark === undefined ? Stream.empty : Stream.make(`data: ${mark}\n\n`))
  )

type Asked = Fiber.Fiber<readonly [string, ...ReadonlyArray<string>], ApiError | Cause.Done>

/**
 * Says that it lives, while the source is silent, and fails when the server ends. The source is asked once only, and
 * never ahead of its reader.
 */
const alive = (
  frames: Stream.Stream<string, ApiError>,
  silence: number,
  noted: Noted | undefined
): Stream.Stream<string, ApiError> =>
  Stream.transformPull(frames, (pull, scope) =>
    Effect.suspend(() => {
      let asked: Asked | undefined
      let isStopped = false
      const leave = noted?.whenEnding(() => {
        isStopped = true
        asked?.interruptUnsafe()
      })
      const next = Effect.gen(function* () {
        if (isStopped) return yield* stopped
        const answer = (asked ??= yield* Effect.forkIn(pull, scope, { startImmediately: true }))
        const exit = yield* Effect.timeoutOption(Fiber.await(answer), silence)
        if (exit._tag === "None") return [ping] as const
        asked = undefined
        return yield* isStopped && Exit.hasInterrupts(exit.value) ? stopped : exit.value
      })
      return Effect.as(
        Scope.addFinalizer(
          scope,
          Effect.sync(() => leave?.())
        ),
        next
      )
    })
  )

const bodyOf = <A>(
  events: Stream.Stream<A, ApiError>,
  ending: Ending<A>,
  context: Context.Context<never>
): Stream.Stream<string> => {
  const noted = Context.get(context, CurrentRequest)
  return alive(framesOf(events, ending, noted), Context.get(context, ServerSettings).keepAlive, noted).pipe(
    Stream.catchCause((cause) => Stream.fromEffect(Effect.map(lastEvent(cause, ending, noted), frame)))
  )
}

/**
 * Answers 200 with events, framed. Everything that goes wrong on the way becomes one last frame and a line in the
 * log; when the client is gone the events are interrupted.
 */
export const respond = <A>(events: Stream.Stream<A, ApiError>, ending: Ending<A>) =>
  Effect.map(Effect.context(), (context) =>
    HttpServerResponse.stream(
      Stream.encodeText(bodyOf(events, ending, context)).pipe(Stream.provideContext(context)),
      { contentType: "text/event-stream", headers: { "x-accel-buffering": "no" } }
    )
  )
