// The chat service: two methods, checked at both ends.
// Source: §2.10, §4.10, §6.
import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import type * as ApiError from "../../errors/ApiError.ts"
import { jsonOrStream, type JsonOrStreamEngine } from "../../validation/jsonOrStream.ts"
import { validateEvents } from "../../validation/validateEvents.ts"
import { ChatCompletion } from "../../schema/chat/Completion.ts"
import { ChatRequest } from "../../schema/chat/Request.ts"
import type {
  CallResult,
  EffectMethodTypes,
  MethodTypes,
  OptionsWith,
  StreamResult,
  ViaStreamOptions
} from "../../validation/methodTypes.ts"
import { collector } from "./collect.ts"
import { ChatChunk, chunkKinds, isFinal, lastKind } from "./schema.ts"

/**
 * The methods of chat: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface ChatMethods<T extends MethodTypes> {
  /**
   * Answers the conversation with JSON. Leave `stream` out: streaming is a method of its own. With `{ viaStream: true }`
   * the service streams, and the events are collected into the response.
   */
  readonly create: (
    request: ChatRequest,
    ...options: OptionsWith<T, ViaStreamOptions>
  ) => CallResult<T, ChatCompletion, ApiError.ApiError>
  /** Answers with events; the last one, `chat.completion.done`, has the whole text and the final usage. */
  readonly stream: (
    request: ChatRequest,
    ...options: T["options"]
  ) => StreamResult<T, ChatChunk, ApiError.ApiError>
}

/** The chat service, the same on client and server. */
export class Chat extends Context.Service<Chat, ChatMethods<EffectMethodTypes>>()(
  "@leadline/core/chat/Chat"
) {}

/**
 * What an implementation supplies: the same methods, unchecked. The effect of `stream` fails with what is known
 * before the first event; its stream ends with a `chat.completion.done` event, or with the text `[DONE]` that
 * follows it in an upstream response.
 */
export interface Engine extends JsonOrStreamEngine<ChatRequest> {}

const known: ReadonlySet<unknown> = new Set(chunkKinds)

/** Events of unknown kinds pass if they have the form of the others; otherwise they are ignored. */
const events = validateEvents({
  event: ChatChunk,
  isFinal,
  endsBy: "marker",
  isIgnored: (value) =>
    Predicate.isObject(value) && typeof value["object"] === "string" && !known.has(value["object"]),
  mayFollow: (before, { object }) => before.object !== lastKind || !known.has(object)
})

/** Makes the service of an implementation: requests are checked before it sees them, responses and events after. */
export const make: (engine: Engine) => Chat["Service"] = jsonOrStream({
  name: "chat",
  request: ChatRequest,
  response: ChatCompletion,
  events,
  collector
})
