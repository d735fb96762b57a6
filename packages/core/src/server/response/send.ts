// Sends the answer of a request, or that of its failure, and ends the request with it.
// Source: §4.1, §7.1, §7.2; Assumed: ours for `cache-control`, ids off decisions; clients for `retry-after-ms`.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../errors/ApiError.ts"
import { internalError } from "../../errors/bodies.ts"
import { encodeText } from "../../protocol/utf8.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import type { Phase, Shutdown } from "../lifecycle/Shutdown.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { isOpenAiPath } from "../requestTarget.ts"
import * as ServerResponse from "../ServerResponse.ts"
import { brokenAnswer } from "../telemetry/brokenAnswer.ts"
import { outcomeOf } from "../telemetry/engineTelemetry.ts"
import type { Watched, WatchRequest } from "../lifecycle/watchRequest.ts"

/** Completes the headers of an answer. A wrong path is the only 404 without a body; it and 401 carry no id. */
const finalize = (
  context: RequestContext,
  response: ServerResponse.ServerResponse,
  phase: Phase,
  requestIdAlias: string | undefined
): void => {
  const { body, headers, status } = response
  const isEmpty = body === ""
  if (isEmpty && status !== 204) headers["content-length"] = "0"
  headers["cache-control"] = "no-store"
  if (phase !== "serving") headers["connection"] = "close"
  context.completeHeaders(headers)
  const { "retry-after": retryAfter } = headers
  if (retryAfter !== undefined && isOpenAiPath(context.exchange.target))
    headers["retry-after-ms"] = `${retryAfter}000`
  if (status === 401 || (isEmpty && status === 404)) return
  headers["x-request-id"] = context.id
  if (requestIdAlias !== undefined) headers[requestIdAlias] = context.id
}

/** The response that a route declares for a failure; undefined where it declares none. */
const declared = (route: Route | ServerResponse.Rejection, error: ApiError | ServerResponse.Rejection) => {
  if (error instanceof ServerResponse.Rejection) return error.respond()
  return route instanceof ServerResponse.Rejection ? undefined : route.encodeError(error)
}

/** Logs an answer of the service that breaks the contract: the response of the failure does not say what is wrong with it. */
const logBroken = (route: Route | ServerResponse.Rejection, error: ApiError | ServerResponse.Rejection) =>
  error instanceof ServerResponse.Rejection ||
  route instanceof ServerResponse.Rejection ||
  error._tag !== "InvalidResponseError" ||
  error.reason !== "schema"
    ? Effect.void
    : Effect.logError(brokenAnswer(route, error))

const unexpected = (cause: Cause.Cause<unknown>) =>
  Effect.as(Effect.logError("A request failed unexpectedly", cause), ServerResponse.json(500, internalError))

/**
 * Makes what answers a failure: with what the route declares for it, with 503 for work that the shutdown interrupted,
 * and with a plain 500 for a defect, or for work that was interrupted though the caller is there: both are logged, as is
 * an answer of the service that breaks the contract.
 * Gives undefined when the caller has left.
 */
export const makeRefusal =
  ({ phase }: Shutdown["Service"]) =>
  (
    route: Route | ServerResponse.Rejection,
    cause: Cause.Cause<ApiError | ServerResponse.Rejection>,
    hasLeft: Effect.Effect<boolean>
  ): Effect.Effect<ServerResponse.ServerResponse | undefined> => {
    if (Cause.hasInterruptsOnly(cause)) {
      return Effect.flatMap(hasLeft, (left) => {
        if (left) return Effect.undefined
        return phase() === "ending" ? Effect.succeed(ServerResponse.unavailable.respond()) : unexpected(cause)
      })
    }
    // Where something failed and something else was interrupted, the failure is the answer.
    const reason = cause.reasons.find((each) => !Cause.isInterruptReason(each))
    if (reason === undefined || !Cause.isFailReason(reason)) return unexpected(cause)
    const response = declared(route, reason.error)
    return response === undefined ? unexpected(cause) : Effect.as(logBroken(route, reason.error), response)
  }

// Assumed: ours.
/** Bytes of a body that may wait for their reader when the request is over. */
const sentAtOnce = 16_384

/** A larger body is written in pieces, so that the request lasts until its reader has taken it. */
const inPieces = (bytes: Uint8Array): ServerResponse.BodyProducer =>
  Effect.fnUntraced(function* ({ drained, write }) {
    for (let at = 0; at < bytes.length; at += bytesPerStep) {
      if (!write(bytes.subarray(at, at + bytesPerStep))) yield* drained
    }
  })

/** Makes what sends answers, uninterruptible but for the writing of a stream. The effect completes at the end of the answer. */
export const makeSend =
  ({ phase }: Shutdown["Service"], { whileStreaming }: WatchRequest) =>
  (
    watched: Watched,
    route: Route | ServerResponse.Rejection,
    made: ServerResponse.ServerResponse
  ): Effect.Effect<void> => {
    const { context } = watched
    const isKept = typeof made.body === "function" || context.takeAnswer(made.body.length)
    const response = isKept ? made : ServerResponse.unavailable.respond()
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
      finalize(
        context,
        response,
        phase(),
        route instanceof ServerResponse.Rejection ? undefined : route.requestIdAlias
      )
    } catch (defect) {
      return failed(defect)
    }
    watched.answered()

    const streamed = (produce: ServerResponse.BodyProducer) =>
      Effect.matchCause(
        Effect.interruptible(
          context.exchange.stream(response, (writer) => produce(watched.counting(writer)))
        ),
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
