// Calls that are answered by a stream of events: beside Send, so that rooms without one carry none of it.
// Source: §6; Assumed: ours for deadlines.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as ApiError from "../../errors/ApiError.ts"
import type { JsonOrStream, JsonOrStreamEngine } from "../../service/jsonOrStream.ts"
import { CurrentCall, annotateError } from "../Call.ts"
import { jsonBody } from "../buildRequest.ts"
import { EventStreamReceiver } from "../response/EventStreamReceiver.ts"
import type { Operation, RequestExecutor } from "../RequestExecutor.ts"

type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** One call of a method that gives a stream. What fails on the way is told like what fails before. */
const callStream = <A, R>(
  send: RequestExecutor["Service"],
  operation: Operation,
  method: Effect.Effect<Events<A>, ApiError.ApiError, R>
): Effect.Effect<Events<A>, ApiError.ApiError, R> => {
  const told = Effect.withFiber<Events<A>, ApiError.ApiError, R>((fiber) => {
    const call = fiber.getRef(CurrentCall)
    if (call === undefined) return method
    return Effect.map(method, (events) => {
      const stream = Stream.mapError(events, (error) => annotateError(call, error))
      return call.isTraced
        ? Stream.onExit(
            Stream.transformPull(stream, (pull) =>
              Effect.succeed(
                Effect.map(pull, (given) => {
                  call.json = given.at(-1)
                  return given
                })
              )
            ),
            (exit) => Effect.sync(() => call.endSpan?.(exit))
          )
        : stream
    })
  })
  return send.call(operation, told, true)
}

/**
 * Inside such a call: sends a request, tries it again until an answer begins, gives its events unchecked. The
 * connection is freed when the stream ends, breaks off or is not begun within the idle timeout.
 */
const executeStream = (
  send: RequestExecutor["Service"],
  operation: Operation,
  request: unknown
): Effect.Effect<Events<unknown>, ApiError.ApiError> =>
  send.execute<unknown, Events<unknown>>(operation, request, {
    accept: "text/event-stream",
    encodeBody: jsonBody,
    makeReceiver: (call, codings, resume) => new EventStreamReceiver(call, codings, resume)
  })

/** A service that answers whole or as a stream, over HTTP: answers and events checked by `make`. */
export const streamingClient = <Q, A, Event>(
  send: RequestExecutor["Service"],
  operation: { readonly create: Operation; readonly stream: Operation },
  make: (engine: JsonOrStreamEngine<Q>) => JsonOrStream<Q, A, Event>
): JsonOrStream<Q, A, Event> => {
  const { create, stream } = make({
    create: (request) => send.executeJson(operation.create, request),
    stream: (request) => executeStream(send, operation.stream, request)
  })
  return {
    create: (request, options) => send.call(operation.create, create(request, options)),
    stream: (request) => callStream(send, operation.stream, stream(request))
  }
}
