// The chat service: two methods, held to the contract at both ends.
// Source: §2.10, §4.10, §6.
import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import type * as ApiError from "../../errors/ApiError.ts"
import { jsonOrStream, type JsonOrStreamEngine } from "../../service/jsonOrStream.ts"
import { validateEvents } from "../../service/validateEvents.ts"
import { ChatCompletion } from "../../schema/chat/Completion.ts"
import { ChatRequest } from "../../schema/chat/Request.ts"
import type { CallResult, EffectMethodTypes, MethodTypes, StreamResult } from "../../service/methodTypes.ts"
import { collector } from "./collect.ts"
import { lastKind } from "./operation.ts"
import { ChatChunk, chunkKinds } from "./schema.ts"

/**
 * The methods of chat: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface ChatMethods<T extends MethodTypes> {
  /**
   * Answers the conversation. Each method says itself whether it streams: `stream` may be left out. With
   * `{ collect: true }` it streams beneath and answers whole.
   */
  readonly create: (
    request: ChatRequest,
    ...options: T["collectOptions"]
  ) => CallResult<T, ChatCompletion, ApiError.ApiError>
  /** The same as events; the last one, of object `chat.completion.done`, holds the whole text and final usage. */
  readonly stream: (
    request: ChatRequest,
    ...options: T["options"]
  ) => StreamResult<T, ChatChunk, ApiError.ApiError>
}

/** The chat service, client or server side. */
export class Chat extends Context.Service<Chat, ChatMethods<EffectMethodTypes>>()(
  "@leadline/core/chat/Chat"
) {}

/**
 * What an implementation supplies: the same methods, before any check. The effect of `stream` fails with what is
 * known before the first event; its stream ends after an event of object `chat.completion.done`, or with the text
 * `[DONE]` where that stood on a wire.
 */
export interface Engine extends JsonOrStreamEngine<ChatRequest> {}

const known: ReadonlySet<unknown> = new Set(chunkKinds)

/** Events of kinds nobody knows pass where they have the form of the others, and else are skipped. */
const events = validateEvents({
  event: ChatChunk,
  isFinal: ({ object }) => object === lastKind,
  endsBy: "mark",
  isIgnored: (value) =>
    Predicate.isObject(value) && typeof value["object"] === "string" && !known.has(value["object"]),
  mayFollow: (before, { object }) => before.object !== lastKind || !known.has(object)
})

/** Holds any implementation to the contract: the request going in, the answer or each event coming out. */
export const make: (engine: Engine) => Chat["Service"] = jsonOrStream({
  request: ChatRequest,
  answer: ChatCompletion,
  events,
  collector
})
