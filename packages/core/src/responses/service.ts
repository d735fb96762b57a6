// The responses service: two methods, held to the contract at both ends.
// Source: §2.8, §4.7, §6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { answering, asking } from "../errors/checks.ts"
import { collected } from "../http/collect.ts"
import { whole } from "../http/whole.ts"
import type { Call, EffectFace, Face, Streaming } from "../shared/Face.ts"
import { collector } from "./collect.ts"
import { lastKinds, numberOf, ResponseEvent } from "./events.ts"
import { Response, ResponsesRequest } from "./schema.ts"

/** The methods, under either carrier. */
export interface ResponsesMethods<F extends Face> {
  /**
   * Runs the model, with tools where offered. A run that failed is an answer of status `failed`. Each method says
   * itself whether it streams: `stream` may be left out. With `{ collect: true }` it streams beneath and answers whole.
   */
  readonly create: (request: ResponsesRequest, ...rest: F["collects"]) => Call<F, Response, ApiError.ApiError>
  /** The same as events; the last one is `response.completed` or `response.failed`. */
  readonly stream: (
    request: ResponsesRequest,
    ...rest: F["rest"]
  ) => Streaming<F, ResponseEvent, ApiError.ApiError>
}

/** The responses service, client or server side. */
export class Responses extends Context.Service<Responses, ResponsesMethods<EffectFace>>()(
  "@leadline/core/responses/Responses"
) {}

/**
 * What an implementation supplies: the same methods, before any check. The effect of `stream` fails with what is
 * known before the first event; its stream ends after one of {@link lastKinds}.
 */
export interface Engine {
  readonly create: (request: ResponsesRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly stream: (
    request: ResponsesRequest
  ) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>, ApiError.ApiError>
}

const asked = asking(ResponsesRequest)
const answered = answering(Response)

const contradicts = (method: string) =>
  Effect.fail(
    new ApiError.InvalidRequestError({
      message: `stream: leave it out, the method ${method} says it itself`,
      issues: [{ path: ["stream"], message: "Leave it out" }],
      phase: "request"
    })
  )

const kinds: ReadonlySet<unknown> = lastKinds

const events = whole({
  event: ResponseEvent,
  isLast: ({ type }) => kinds.has(type),
  endsBy: "event",
  follows: (before, event) => (numberOf(event) ?? Infinity) > (numberOf(before) ?? -1)
})

/** Holds any implementation to the contract: the request going in, the answer or each event coming out. */
export const make = (engine: Engine): Responses["Service"] => {
  const streamed = (request: ResponsesRequest) =>
    Effect.map(engine.stream({ ...request, stream: true }), events)
  const asWhole = asked((request) =>
    request.stream === true ? contradicts("create") : answered(engine.create(request))
  )
  const asStream = asked((request) => (request.stream === false ? contradicts("stream") : streamed(request)))
  const asCollected = asked((request) =>
    request.stream === true
      ? contradicts("create")
      : answered(Effect.flatMap(streamed(request), (stream) => collected(stream, collector)))
  )
  return {
    create: (request, options) => (options?.collect === true ? asCollected(request) : asWhole(request)),
    stream: asStream
  }
}
