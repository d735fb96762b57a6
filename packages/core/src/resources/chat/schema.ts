// Requests, answers and stream events of the chat room. What async chat shares stands in the shared hall.
// Source: §2.10, §4.10, §6; kinds of events are Assumed: seen (full) and Assumed: docs (concise).
import * as Schema from "effect/Schema"
import { AnswerMessage, common, Delta, FinishReason } from "../../schema/chat/Completion.ts"
import { open, openEnum } from "../../schema/open.ts"

/**
 * The kinds of events, as their `object`. In full mode only the two of completion come; in concise mode those of
 * reasoning come first. The last one of either is `chat.completion.done`, with the whole text and final usage.
 */
export const chunkKinds = [
  "chat.completion.chunk",
  "chat.completion.done",
  "chat.reasoning",
  "chat.reasoning.done"
] as const

/** What one event says of the answer. Text arrives in `delta.content`; `message` holds it whole, at the end. */
export const ChunkChoice = open({
  index: Schema.Int,
  /** Null until the answer has ended. */
  finish_reason: Schema.optionalKey(Schema.NullOr(FinishReason)),
  /** What this event adds. */
  delta: Delta,
  /** The whole text, in the last event. */
  message: Schema.optionalKey(Schema.NullOr(AnswerMessage))
})

/** One event of a stream. `id`, `model` and `created` are the same in all. */
export const ChatChunk = open({
  ...common,
  /** The kind of the event, one of {@link chunkKinds}. */
  object: Schema.optionalKey(openEnum(chunkKinds)),
  /** One, of index 0. */
  choices: Schema.Array(ChunkChoice)
})

/** {@link ChatChunk}, readonly. */
export type ChatChunk = typeof ChatChunk.Type
