// Calls chat completions of a model server, for JSON or as a stream.
// Assumed: ours.
import * as ApiError from "@leadline/core/errors"
import { doneMarker } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { badGateway } from "../../http/mapStatus.ts"
import { withUsage } from "../../http/usage.ts"
import { valueAt } from "../../json/unknownJson.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import type { Completion, CompletionRequest, Piece } from "./Completion.ts"
import type { Feature } from "./feature.ts"
import { makeReader } from "./reader.ts"

/** The operation that a call serves, and the ids of function calls that its conversation has. */
export interface CompletionContext {
  readonly server: ModelServer
  readonly operation: "chat.create" | "responses.create"
  readonly usedIds: Set<string>
  /** The field `max_tokens`, which OpenAI's reasoning models refuse: theirs is `max_completion_tokens`. */
  readonly maxTokens: Feature
}

const path = "/v1/chat/completions"

const withoutAbsent = (fields: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const bodyOf = ({ format, messages, model, parameters, toolChoice, tools }: CompletionRequest) =>
  withoutAbsent({
    model,
    messages,
    ...parameters,
    tools: tools?.length === 0 ? undefined : tools,
    tool_choice: toolChoice,
    response_format: format === undefined ? undefined : { type: "json_schema", json_schema: format }
  })

/** The error for an answer that cannot be used: 502. */
export const unusable = (reason: string) => badGateway(`The answer of the model cannot be used: ${reason}.`)

const truncated = () =>
  new ApiError.StreamTruncatedError({
    message: "The stream of the model ended before its answer was complete.",
    reason: "closed",
    phase: "stream"
  })

/** Logs why an answer cannot be used, and fails. */
export const refuse = ({ operation, server }: CompletionContext, what: string) =>
  Effect.andThen(
    Effect.logWarning("The answer of a model server cannot be used", {
      backend: server.settings.name,
      operation,
      what
    }),
    Effect.fail(unusable(what))
  )

/** The last pieces. Not a failure for the circuit breaker: a caller can make a model say nothing. */
const ended = (
  context: CompletionContext,
  reader: ReturnType<typeof makeReader>
): Effect.Effect<ReadonlyArray<Piece>, ApiError.ApiError> =>
  Result.match(reader.end(), {
    onSuccess: (pieces) => Effect.succeed(pieces),
    onFailure: (what) => refuse(context, what)
  })

/** Sends a request that names its limit of tokens as the model wants it. */
const withLimit = <A>(
  { maxTokens }: CompletionContext,
  request: CompletionRequest,
  send: (request: CompletionRequest) => Effect.Effect<A, ApiError.ApiError>
): Effect.Effect<A, ApiError.ApiError> => {
  const { max_tokens: limit, ...parameters } = request.parameters
  if (limit === undefined || limit === null) return send(request)
  const renamed = { ...request, parameters: { ...parameters, max_completion_tokens: limit } }
  return maxTokens.tryWith(request.model, send(request), send(renamed))
}

/** The whole answer, in one response. */
export const complete = (
  context: CompletionContext,
  request: CompletionRequest
): Effect.Effect<Completion, ApiError.ApiError> =>
  Effect.gen(function* () {
    const { operation, server, usedIds } = context
    const answer = yield* withLimit(context, request, (sent) =>
      server.client.call(
        { operation, model: sent.model, path, body: bodyOf(sent), retryUnsent: true },
        // A failure for the circuit breaker: no request makes a server leave them out.
        (body, used) =>
          valueAt(body, "choices", 0) === undefined
            ? refuse(context, "it has no choices")
            : Effect.succeed(withUsage(body, used))
      )
    )
    const reader = makeReader(usedIds)
    reader.add(answer)
    const last = (yield* ended(context, reader)).at(-1)
    return last?.type === "end" ? last.completion : yield* Effect.die("A reader ends with the whole answer")
  })

/** The answer piece by piece. Fails before the stream for what the status says. */
export const streamCompletion = (
  context: CompletionContext,
  request: CompletionRequest
): Effect.Effect<Stream.Stream<Piece, ApiError.ApiError>, ApiError.ApiError> =>
  Effect.map(
    withLimit(context, request, (sent) =>
      context.server.client.stream({
        operation: context.operation,
        model: sent.model,
        path,
        body: { ...bodyOf(sent), stream: true, stream_options: { include_usage: true } }
      })
    ),
    (events) => {
      const reader = makeReader(context.usedIds)
      let isDone = false
      const end = {}
      return events.pipe(
        Stream.takeUntil((event) => event === doneMarker),
        Stream.concat(Stream.succeed(end)),
        Stream.mapEffect((event): Effect.Effect<ReadonlyArray<Piece>, ApiError.ApiError> => {
          if (event === end)
            return isDone || reader.isFinished() ? ended(context, reader) : Effect.fail(truncated())
          if (event !== doneMarker) {
            const pieces = reader.add(event)
            const problem = reader.problem()
            return problem === undefined ? Effect.succeed(pieces) : refuse(context, problem)
          }
          isDone = true
          return Effect.succeed([])
        }),
        Stream.flattenIterable
      )
    }
  )
