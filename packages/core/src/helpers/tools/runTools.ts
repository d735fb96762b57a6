// Runs with tools, as promises and as effects, whole and as events.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { makeEventIterable } from "../../client/promise/EventIterable.ts"
import type { PromiseMethodTypes, RequestOptions } from "../../client/promise/promisify.ts"
import { captureCaller, runPromise } from "../../client/promise/runPromise.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { noRedaction } from "../../errors/fromStatus.ts"
import { collector } from "../../resources/responses/collect.ts"
import type { ResponseEvent } from "../../resources/responses/events.ts"
import type { Response, ResponsesRequest } from "../../resources/responses/schema.ts"
import { Responses, type ResponsesMethods } from "../../resources/responses/service.ts"
import { overClient } from "../overClient.ts"
import type { MaxStepsError, ToolArgumentsError } from "./errors.ts"
import {
  runLoop,
  runOptions,
  type RunToolsEvent,
  type RunToolsOptions,
  type RunToolsResult
} from "./runLoop.ts"
import type { Tool } from "./tool.ts"

/** A responses request; the tools of the run are added to its own. */
export type RunToolsRequest = Omit<ResponsesRequest, "stream">

type PromiseResponses = ResponsesMethods<PromiseMethodTypes>

/** Failures of the effects, beyond those of tools. */
type RunError = ApiError | MaxStepsError | ToolArgumentsError

type ErrorOf<T> = T extends Tool<infer E, infer _R> ? E : never
type ServicesOf<T> = T extends Tool<infer _E, infer R> ? R : never

/** How many events wait for a slow reader before the run pauses. */
const bufferSize = 16

/** Reads a stream to its end and returns the response collected from its events. */
const collected = <E, R>(
  events: Stream.Stream<ResponseEvent, E, R>,
  emit: (event: ResponseEvent) => Effect.Effect<unknown>
): Effect.Effect<Response, E | ApiError, R> =>
  Effect.suspend(() => {
    const { add, result } = collector(noRedaction)
    const each = (event: ResponseEvent) =>
      Effect.andThen(
        Effect.sync(() => add(event)),
        emit(event)
      )
    return Effect.flatMap(Stream.runForEach(events, each), () => {
      // The events are checked already, and the last one has the response.
      const response = result()
      return response instanceof Error ? Effect.fail(response) : Effect.succeed(response as Response)
    })
  })

const eventsOf = <T extends Tool<unknown, unknown>>(
  responses: Responses["Service"],
  request: RunToolsRequest,
  tools: ReadonlyArray<T>,
  options: RunToolsOptions
) =>
  Stream.callback<RunToolsEvent, RunError | ErrorOf<T>, ServicesOf<T>>(
    (queue) => {
      const emit = (event: RunToolsEvent) => Queue.offer(queue, event)
      const respond = (sent: ResponsesRequest, step: number) =>
        collected(Stream.unwrap(responses.stream(sent)), (event) =>
          emit({ type: "response.event", step, event })
        )
      const run = runLoop(
        { emit, respond },
        request,
        tools as ReadonlyArray<Tool<ErrorOf<T>, ServicesOf<T>>>,
        options
      )
      return Effect.matchCauseEffect(run, {
        onSuccess: () => Queue.end(queue),
        onFailure: (cause) => Queue.failCause(queue, cause)
      })
    },
    { bufferSize }
  )

/**
 * Sends the request, runs the tools that its response calls, sends their outputs, and so on until no action is required.
 * A failed run is a result whose response has the status `failed`. Rejects as `responses.create` does; with a
 * `MaxStepsError` after `maxSteps` requests; with what a tool throws where `onToolError` is `throw`; after an abort with
 * the signal's reason, and the signals of running tools abort. Timeouts and retries hold for each request of its own.
 */
export const runTools = (
  responses: Pick<PromiseResponses, "create">,
  request: RunToolsRequest,
  tools: ReadonlyArray<Tool<unknown>>,
  options: RunToolsOptions & RequestOptions = {}
): Promise<RunToolsResult> => {
  const given = { resource: responses, name: "responses", method: "create" } as const
  const { provide, signal } = overClient(Responses, given, options, runOptions)
  const run = provide((own) => runToolsEffect(request, tools, own))
  return runPromise(Effect.runFork, run, signal, captureCaller(runTools))
}

/**
 * {@link runTools} as events, for one `for await`: those of each response, the start and the end of each tool, and last
 * `run.completed` with the result. `break` ends the run; the signals of running tools abort.
 */
export const runToolsStream = (
  responses: Pick<PromiseResponses, "stream">,
  request: RunToolsRequest,
  tools: ReadonlyArray<Tool<unknown>>,
  options: RunToolsOptions & RequestOptions = {}
): AsyncIterable<RunToolsEvent, undefined, undefined> => {
  const given = { resource: responses, name: "responses", method: "stream" } as const
  const { provide, signal } = overClient(Responses, given, options, runOptions)
  const events = provide((own) => Effect.map(Responses, (service) => eventsOf(service, request, tools, own)))
  return makeEventIterable(Effect.runFork, events, signal, captureCaller(runToolsStream))
}

/** {@link runTools} as an effect, over the service. Interruption cancels the request and the tools. */
export const runToolsEffect = <T extends Tool<unknown, unknown>>(
  request: RunToolsRequest,
  tools: ReadonlyArray<T>,
  options: RunToolsOptions = {}
): Effect.Effect<RunToolsResult, RunError | ErrorOf<T>, Responses | ServicesOf<T>> =>
  Effect.flatMap(Responses, (responses) =>
    runLoop(
      { respond: (sent) => responses.create(sent), emit: () => Effect.void },
      request,
      tools as ReadonlyArray<Tool<ErrorOf<T>, ServicesOf<T>>>,
      options
    )
  )

/** {@link runToolsStream} as a stream, over the service. */
export const runToolsStreamEffect = <T extends Tool<unknown, unknown>>(
  request: RunToolsRequest,
  tools: ReadonlyArray<T>,
  options: RunToolsOptions = {}
): Stream.Stream<RunToolsEvent, RunError | ErrorOf<T>, Responses | ServicesOf<T>> =>
  Stream.unwrap(Effect.map(Responses, (responses) => eventsOf(responses, request, tools, options)))
