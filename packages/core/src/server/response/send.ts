// Sends an answer, and ends the request with it.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { encodeText } from "../../protocol/utf8.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import type { Shutdown } from "../lifecycle/Shutdown.ts"
import type { Route } from "../Route.ts"
import { outcomeOf } from "../telemetry/engineOutcome.ts"
import type { Watched, WatchRequest } from "../telemetry/requestTelemetry.ts"
import { finalize } from "./finalize.ts"
import { Rejection, unavailable } from "../Rejection.ts"
import type { BodyProducer, ServerResponse } from "../ServerResponse.ts"

/** Makes an effect interruptible again inside an uninterruptible region. */
type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

// Assumed: ours.
/** Bytes of a body that may wait for their reader when the request is over. */
const sentAtOnce = 16_384

/** A larger body is written in pieces, so that the request lasts until its reader has taken it. */
const inPieces = (bytes: Uint8Array): BodyProducer =>
  Effect.fnUntraced(function* ({ drained, write }) {
    for (let at = 0; at < bytes.length; at += bytesPerStep) {
      if (!write(bytes.subarray(at, at + bytesPerStep))) yield* drained
    }
  })

/** Makes what sends answers. The effect completes at the end of the answer. */
export const makeSend =
  ({ phase }: Shutdown["Service"], { whileStreaming }: WatchRequest) =>
  (
    watched: Watched,
    route: Route | Rejection,
    made: ServerResponse,
    restore: Restore
  ): Effect.Effect<void> => {
    const { context } = watched
    const isKept = typeof made.body === "function" || context.takeAnswer(made.body.length)
    const response = isKept ? made : unavailable.respond()
    const { body, headers, status } = response
    /** An answer that the runtime does not take, as for a header with a line break: the adapter cuts the connection. */
    const failed = (defect: unknown): Effect.Effect<never> => {
      watched.over(500, false)
      return Effect.andThen(
        Effect.logError("An answer could not be sent", Cause.die(defect)),
        Effect.die(defect)
      )
    }
    try {
      finalize(context, response, phase(), route instanceof Rejection ? undefined : route.requestIdAlias)
    } catch (defect) {
      return failed(defect)
    }
    watched.answered()

    const streamed = (produce: BodyProducer) =>
      Effect.matchCause(
        restore(context.exchange.stream(response, (writer) => produce(watched.counting(writer)))),
        {
          onSuccess: () => watched.over(status, false),
          onFailure: (cause) => {
            context.outcome ??= outcomeOf(cause)
            watched.over(status, Cause.hasInterruptsOnly(cause))
          }
        }
      )

    if (typeof body === "function") return whileStreaming(streamed(body))
    if (body.length > sentAtOnce) {
      const bytes = typeof body === "string" ? encodeText(body) : body
      headers["content-length"] = String(bytes.length)
      return streamed(inPieces(bytes))
    }
    try {
      context.bytesOut = context.exchange.send(response, body)
    } catch (defect) {
      return failed(defect)
    }
    watched.over(status, false)
    return Effect.void
  }
