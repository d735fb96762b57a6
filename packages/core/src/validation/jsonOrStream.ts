// A service whose request is answered with JSON or with events: two methods, checked at both ends.
// Source: §6; `viaStream` is Assumed: ours.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import type { Redact } from "../errors/fromStatus.ts"
import { collectEvents, type Collector } from "./collectEvents.ts"
import { loadStreams } from "#load-streams"
import type { ViaStreamOptions } from "./methodTypes.ts"
import { validateRequest, validateResponse } from "./validate.ts"
import type { PullValues } from "./validateEvents.ts"

type Result<A> = Effect.Effect<A, ApiError.ApiError>
type Events<A> = Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError>

/** What an implementation supplies: both methods, unchecked. */
export interface JsonOrStreamEngine<Q> {
  readonly create: (request: Q) => Result<unknown>
  readonly stream: (request: Q) => Events<unknown>
}

/** The methods of the service. */
export interface JsonOrStream<Q, A, Event> {
  readonly create: (request: Q, options?: ViaStreamOptions) => Result<A>
  readonly stream: (request: Q) => Events<Event>
}

/** How requests, responses and events are checked, and events collected. */
export interface JsonOrStreamRules<Q, A, Event> {
  /** The resource, as clients have it. */
  readonly name: string
  readonly request: Schema.Codec<Q, unknown>
  readonly response: Schema.Codec<A, unknown>
  readonly events: (pull: PullValues<unknown>) => Effect.Effect<PullValues<Event>>
  readonly collector: (redact: Redact) => Collector<Event>
}

/** Streaming is a method of its own; `method` is the one to call. */
const callInstead = (method: string) =>
  Effect.fail(
    new ApiError.InvalidRequestError({
      message: `stream: call ${method} instead`,
      issues: [{ path: ["stream"], message: `Call ${method} instead` }],
      phase: "request"
    })
  )

/** Makes the service of an implementation: requests are checked before it sees them, responses and events after. */
export const jsonOrStream = <Q extends { readonly stream?: boolean | null | undefined }, A, Event>(
  rules: JsonOrStreamRules<Q, A, Event>
) => {
  const checkRequest = validateRequest(rules.request)
  const checkResponse = validateResponse(rules.response)
  return (engine: JsonOrStreamEngine<Omit<Q, "stream">>): JsonOrStream<Q, A, Event> => {
    const open = (request: Q) =>
      Effect.flatMap(engine.stream({ ...request, stream: true }), (events) =>
        Effect.map(loadStreams, ({ transformPull }) => transformPull(events, rules.events))
      )
    const stream = checkRequest((request) =>
      request.stream === false ? callInstead(`${rules.name}.create`) : open(request)
    )
    const createWith = (respond: (request: Q) => Result<unknown>) =>
      checkRequest((request) =>
        request.stream === true ? callInstead(`${rules.name}.stream`) : checkResponse(respond(request))
      )
    const create = createWith(engine.create)
    const createCollected = createWith((request) =>
      Effect.flatMap(open(request), (events) => collectEvents(events, rules.collector))
    )
    return {
      create: (request, options) =>
        options?.viaStream === true ? createCollected(request) : create(request),
      stream
    }
  }
}
