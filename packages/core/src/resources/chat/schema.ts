// The stream events of chat. Its request and response, which async chat shares, are in schema/chat.
// Source: §2.10, §4.10, §6; kinds of events are Assumed: seen (full) and Assumed: docs (concise).
import * as Schema from "effect/Schema"
import { AnswerMessage, common, Delta, FinishReason } from "../../schema/chat/Completion.ts"
import { open, openEnum, optionalOrNull } from "../../schema/open.ts"

/**
 * The kinds of events, the values of `object`. Full mode has only the two of completion; in concise mode those of
 * reasoning come first. The last event is `chat.completion.done`, with the whole text and the final usage.
 */
export const chunkKinds = [
  "chat.completion.chunk",
  "chat.completion.done",
  "chat.reasoning",
  "chat.reasoning.done"
] as const

/** The `object` of the last event of a stream; over HTTP `[DONE]` follows it. */
export const lastKind = "chat.completion.done"

/** A choice in an event. `delta.content` is the next part of the text; the last `message` has all of it. */
export const ChunkChoice = open({
  index: Schema.Int,
  /** Null until the end. */
  finish_reason: optionalOrNull(FinishReason),
  /** What the event adds. */
  delta: Delta,
  /** The whole text, in the last event. */
  message: optionalOrNull(AnswerMessage)
})

/** An event of a stream. `id`, `model` and `created` are the same in all events. */
export const ChatChunk = open({
  ...common,
  /** The kind of the event, one of {@link chunkKinds}. */
  object: Schema.optionalKey(openEnum(chunkKinds)),
  /** One, of index 0. */
  choices: Schema.Array(ChunkChoice)
})

/** {@link ChatChunk}, readonly. */
export interface ChatChunk extends Schema.Schema.Type<typeof ChatChunk> {}

/** Is it the last event of a stream? */
export const isFinal = ({ object }: ChatChunk): boolean => object === lastKind
