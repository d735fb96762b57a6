// The client side of operations that answer with JSON or with events; resources without streams do not load it.
// Source: §6; Assumed: ours for deadlines.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import {
  type Operation as ContractOperation,
  type OperationDefinition,
  type OperationDefinitions,
  type Resource,
  streamed
} from "../../contract/resource.ts"
import type * as ApiError from "../../errors/ApiError.ts"
import { CurrentRedact } from "../../validation/collectEvents.ts"
import type { JsonOrStream, JsonOrStreamEngine } from "../../validation/jsonOrStream.ts"
import { loadStreams } from "#load-streams"
import type { ViaStreamOptions } from "../../validation/methodTypes.ts"
import { jsonBody } from "../buildRequest.ts"
import { serviceLayer } from "../clientLayer.ts"
import { annotateError, type Call } from "../Call.ts"
import { aBoolean, checkOptions, type Checks } from "../optionChecks.ts"
import type { Operation, RequestExecutor } from "../RequestExecutor.ts"
import { EventStreamAttempt } from "../response/EventStreamAttempt.ts"
import type { EventStreamReader } from "./EventStreamReader.ts"

type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** Runs a method that gives a stream as one call. Failures of the stream carry what failures of the call carry. */
const callStream = <A, R>(
  executor: RequestExecutor["Service"],
  operation: Operation,
  method: (call: Call) => Effect.Effect<Events<A>, ApiError.ApiError, R>
): Effect.Effect<Events<A>, ApiError.ApiError, R> =>
  executor.call(
    operation,
    (call) =>
      Effect.flatMap(method(call), (events) =>
        Effect.map(loadStreams, ({ mapError, onExit, transformPull }) => {
          const stream = mapError(events, (error) => annotateError(call, error))
          return call.isTraced
            ? onExit(
                transformPull(stream, (pull) =>
                  Effect.succeed(
                    Effect.map(pull, (pulled) => {
                      call.json = pulled.at(-1)
                      return pulled
                    })
                  )
                ),
                (exit) => Effect.sync(() => call.endSpan?.(exit))
              )
            : stream
        })
      ),
    true
  )

/**
 * Inside such a call: sends a request, and again as its retry class allows, until a stream begins; gives its events
 * unchecked. The connection is freed when the stream ends, breaks, or is not begun within the idle timeout.
 */
const executeStream = (
  executor: RequestExecutor["Service"],
  call: Call,
  operation: Operation,
  request: unknown
): Effect.Effect<Events<unknown>, ApiError.ApiError> =>
  Effect.suspend(() => {
    let last: EventStreamAttempt | undefined
    const opened = executor.execute<unknown, EventStreamReader>(call, operation, request, {
      accept: "text/event-stream",
      encodeBody: jsonBody,
      newAttempt: (current, complete) => (last = new EventStreamAttempt(current, complete))
    })
    // A callback of the caller, such as `onAttempt`, may interrupt the call between the head and the first pull.
    return Effect.onExit(
      Effect.flatMap(opened, ({ close, pull }) =>
        Effect.map(loadStreams, ({ fromPull, onExit }) => onExit(fromPull(Effect.succeed(pull)), () => close))
      ),
      (exit) => (Exit.isFailure(exit) && last?.body?.close) || Effect.void
    )
  })

/** Sends a request and gives the events of its stream unchecked, as one call. */
export const streamOperation = (
  executor: RequestExecutor["Service"],
  operation: Operation,
  request: unknown
): Effect.Effect<Events<unknown>, ApiError.ApiError> =>
  callStream(executor, operation, (call) => executeStream(executor, call, operation, request))

/** The check of the options that `create` takes itself. */
export const viaStreamOptions = { viaStream: aBoolean } satisfies Checks<ViaStreamOptions>

/** The service over HTTP of a resource that answers with JSON or with events, both checked by its `make`. */
export const streamingClientLayer = <
  I,
  Q,
  A,
  Event,
  Ops extends OperationDefinitions & { readonly create: OperationDefinition }
>({
  make,
  operations,
  service
}: Resource<I, JsonOrStream<Q, A, Event>, JsonOrStreamEngine<Q>, Ops>): Layer.Layer<
  I,
  never,
  RequestExecutor
> => {
  const operation: ContractOperation = operations.create
  const events = streamed(operation)
  return serviceLayer(service, (executor) => {
    const within = (call: Call) =>
      make({
        create: (request) => executor.executeJson(call, operation, request),
        stream: (request) => executeStream(executor, call, events, request)
      })
    return {
      create: (request, options = {}) =>
        Effect.suspend(() => {
          checkOptions(options, viaStreamOptions)
          return executor.call(operation, (call) => {
            const created = within(call).create(request, options)
            // A collected stream redacts what the call redacts.
            return options.viaStream === true
              ? Effect.provideService(created, CurrentRedact, (text) => call.redact(text))
              : created
          })
        }),
      stream: (request) => callStream(executor, events, (call) => within(call).stream(request))
    }
  })
}
