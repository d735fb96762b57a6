// Runs with tools, as promises and as effects, whole and as events.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { captureCaller } from "../../client/promise/callerStack.ts"
import { makeEventIterable } from "../../client/promise/EventIterable.ts"
import { optionError } from "../../client/optionChecks.ts"
import {
  type PromiseMethodTypes,
  type RequestOptions,
  requestOptions
} from "../../client/promise/promisify.ts"
import { runPromise } from "../../client/promise/runPromise.ts"
import type { ApiError } from "../../errors/ApiError.ts"
import { noRedaction } from "../../errors/fromStatus.ts"
import { collector } from "../../resources/responses/collect.ts"
import type { ResponseEvent } from "../../resources/responses/events.ts"
import type { Response, ResponsesRequest } from "../../resources/responses/schema.ts"
import { Responses, type ResponsesMethods } from "../../resources/responses/service.ts"
import { resourceError } from "../checkResource.ts"
import type { MaxStepsError, ToolArgumentsError } from "./errors.ts"
import { fromPromise } from "./fromPromise.ts"
import {
  type Responder,
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

const silently = <E, R>(respond: Responder<E, R>["respond"]): Responder<E, R> => ({
  respond,
  emit: () => Effect.void
})

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

const eventsOf = <E, R, T extends Tool<unknown, unknown>>(
  open: (request: ResponsesRequest) => Stream.Stream<ResponseEvent, E, R>,
  request: RunToolsRequest,
  tools: ReadonlyArray<T>,
  options: RunToolsOptions
) =>
  Stream.callback<RunToolsEvent, E | RunError | ErrorOf<T>, R | ServicesOf<T>>(
    (queue) => {
      const emit = (event: RunToolsEvent) => Queue.offer(queue, event)
      const respond = (sent: ResponsesRequest, step: number) =>
        collected(open(sent), (event) => emit({ type: "response.event", step, event }))
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

/** Divides options into those of the run, which fails where any is wrong, and those of its calls. */
const prepare = (
  responses: unknown,
  method: "create" | "stream",
  options: RunToolsOptions & RequestOptions
) => {
  const invalid =
    resourceError(responses, method, "responses") ??
    optionError(options, { ...runOptions, ...requestOptions })
  if (invalid !== undefined) return { call: {}, run: Effect.die(invalid), signal: undefined }
  const { concurrency, maxSteps, onToolError, signal, ...call } = options
  return { call, run: Effect.succeed({ concurrency, maxSteps, onToolError }), signal }
}

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
  const { call, run, signal } = prepare(responses, "create", options)
  const respond = (sent: ResponsesRequest) =>
    fromPromise<Response, ApiError>((interrupted) => responses.create(sent, { ...call, signal: interrupted }))
  return runPromise(
    Effect.runFork,
    Effect.flatMap(run, (own) => runLoop(silently(respond), request, tools, own)),
    signal,
    captureCaller(runTools)
  )
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
  const { call, run, signal } = prepare(responses, "stream", options)
  const open = (sent: ResponsesRequest) =>
    Stream.fromAsyncIterable(responses.stream(sent, call), (error) => error as ApiError)
  return makeEventIterable(
    Effect.runFork,
    Effect.map(run, (own) => eventsOf(open, request, tools, own)),
    signal,
    captureCaller(runToolsStream)
  )
}

/** {@link runTools} as an effect, over the service. Interruption cancels the request and the tools. */
export const runToolsEffect = <T extends Tool<unknown, unknown>>(
  request: RunToolsRequest,
  tools: ReadonlyArray<T>,
  options: RunToolsOptions = {}
): Effect.Effect<RunToolsResult, RunError | ErrorOf<T>, Responses | ServicesOf<T>> =>
  Effect.flatMap(Responses, (responses) =>
    runLoop(
      silently((sent) => responses.create(sent)),
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
  Stream.unwrap(
    Effect.map(Responses, (responses) =>
      eventsOf((sent) => Stream.unwrap(responses.stream(sent)), request, tools, options)
    )
  )
