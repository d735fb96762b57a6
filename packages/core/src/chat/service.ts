// The chat service: two methods, held to the contract at both ends.
// Source: §2.10, §4.10, §6.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import { whole } from "../http/whole.ts"
import { ChatCompletion } from "../shared/chat/Completion.ts"
import { ChatRequest } from "../shared/chat/Request.ts"
import type { Call, EffectFace, Face, Streaming } from "../shared/Face.ts"
import { lastKind } from "./operation.ts"
import { ChatChunk, chunkKinds } from "./schema.ts"

/** The methods, under either carrier. */
export interface ChatMethods<F extends Face> {
  /** Answers the conversation. Each method says itself whether it streams: `stream` may be left out. */
  readonly create: (request: ChatRequest, ...rest: F["rest"]) => Call<F, ChatCompletion, ApiError.ApiError>
  /** The same as events; the last one, of object `chat.completion.done`, holds the whole text and final usage. */
  readonly stream: (request: ChatRequest, ...rest: F["rest"]) => Streaming<F, ChatChunk, ApiError.ApiError>
}

/** The chat service, client or server side. */
export class Chat extends Context.Service<Chat, ChatMethods<EffectFace>>()("@leadline/core/chat/Chat") {}

/**
 * What an implementation supplies: the same methods, before any check. The effect of `stream` fails with what is
 * known before the first event; its stream ends after an event of object `chat.completion.done`, or with the text
 * `[DONE]` where that stood on a wire.
 */
export interface Engine {
  readonly create: (request: ChatRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly stream: (
    request: ChatRequest
  ) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>, ApiError.ApiError>
}

const checkRequest = Schema.decodeUnknownEffect(Schema.toType(ChatRequest), {
  errors: "all",
  onExcessProperty: "error"
})
const checkResponse = Schema.decodeUnknownEffect(Schema.toType(ChatCompletion))

const contradicts = (method: string) =>
  new ApiError.InvalidRequestError({
    message: `stream: leave it out, the method ${method} says it itself`,
    issues: [{ path: ["stream"], message: "Leave it out" }],
    phase: "request"
  })

const known: ReadonlySet<unknown> = new Set(chunkKinds)

/** Events of kinds nobody knows pass where they have the form of the others, and else are skipped. */
const events = whole({
  event: ChatChunk,
  isLast: ({ object }) => object === lastKind,
  endsBy: "mark",
  skips: (value) =>
    Predicate.isObject(value) && typeof value["object"] === "string" && !known.has(value["object"]),
  follows: (before, { object }) => before.object !== lastKind || !known.has(object)
})

/** Holds any implementation to the contract: the request going in, the answer or each event coming out. */
export const make = (engine: Engine): Chat["Service"] => ({
  create: Effect.fn("Chat.create")(function* (request: ChatRequest) {
    const checkedRequest = yield* Effect.mapError(checkRequest(request), ApiError.invalidRequest)
    if (request.stream === true) return yield* contradicts("create")
    return yield* Effect.mapError(Effect.flatMap(engine.create(checkedRequest), checkResponse), (error) =>
      error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error
    )
  }),
  stream: Effect.fn("Chat.stream")(function* (request: ChatRequest) {
    const checkedRequest = yield* Effect.mapError(checkRequest(request), ApiError.invalidRequest)
    if (request.stream === false) return yield* contradicts("stream")
    return events(yield* engine.stream({ ...checkedRequest, stream: true }))
  })
})
