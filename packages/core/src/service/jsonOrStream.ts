// A service whose one kind of request is answered whole or as a stream: its methods, and what stands behind them.
// Source: §6; `collect` is Assumed: ours.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { validateResponse, validateRequest } from "./validate.ts"
import type { CollectOptions } from "./methodTypes.ts"
import { collectEvents, type Collector } from "./collectEvents.ts"
import type { Redact } from "../client/redact.ts"

type Answer<A> = Effect.Effect<A, ApiError.ApiError>
type Events<A> = Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError>

/** What an implementation supplies: both methods, before any check. */
export interface JsonOrStreamEngine<Q> {
  readonly create: (request: Q) => Answer<unknown>
  readonly stream: (request: Q) => Events<unknown>
}

/** The service made of it. */
export interface JsonOrStream<Q, A, Event> {
  readonly create: (request: Q, options?: CollectOptions) => Answer<A>
  readonly stream: (request: Q) => Events<Event>
}

/** What both methods are held to. */
export interface JsonOrStreamRules<Q, A, Event> {
  readonly request: Schema.Codec<Q, unknown>
  readonly answer: Schema.Codec<A, unknown>
  readonly events: (
    source: Stream.Stream<unknown, ApiError.ApiError>
  ) => Stream.Stream<Event, ApiError.ApiError>
  readonly collector: (hide: Redact) => Collector<Event>
}

const streamNotAllowed = (method: string) =>
  Effect.fail(
    new ApiError.InvalidRequestError({
      message: `stream: leave it out, the method ${method} says it itself`,
      issues: [{ path: ["stream"], message: "Leave it out" }],
      phase: "request"
    })
  )

/** Holds any implementation to the contract: the request going in, the answer or each event coming out. */
export const jsonOrStream = <Q extends { readonly stream?: boolean | null | undefined }, A, Event>({
  answer,
  collector,
  events,
  request: schema
}: JsonOrStreamRules<Q, A, Event>) => {
  const asked = validateRequest(schema)
  const answered = validateResponse(answer)
  return (engine: JsonOrStreamEngine<Q>): JsonOrStream<Q, A, Event> => {
    const streamed = (request: Q) => Effect.map(engine.stream({ ...request, stream: true }), events)
    const asStream = asked((request) =>
      request.stream === false ? streamNotAllowed("stream") : streamed(request)
    )
    const asAnswer = (by: (request: Q) => Answer<unknown>) =>
      asked((request) => (request.stream === true ? streamNotAllowed("create") : answered(by(request))))
    const asWhole = asAnswer(engine.create)
    const asCollected = asAnswer((request) =>
      Effect.flatMap(streamed(request), (stream) => collectEvents(stream, collector))
    )
    return {
      create: (request, options) => (options?.collect === true ? asCollected(request) : asWhole(request)),
      stream: asStream
    }
  }
}
