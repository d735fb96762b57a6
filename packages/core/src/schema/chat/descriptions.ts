// Descriptions of the chat request, for the OpenAPI document.
// Source: §4.10.
import { filterDescriptions } from "../filterDescriptions.ts"
import { describe } from "../descriptions.ts"
import { ChatRequest } from "./Request.ts"

/** The fields of a chat request, also of an asynchronous one. */
export const requestDescriptions = describe(ChatRequest, {
  ...filterDescriptions,
  messages: "The conversation so far.",
  max_tokens: "Tokens the answer may have.",
  stream: "Server-sent events instead of one answer.",
  stop: "Where generation stops; the string itself is no part of the answer.",
  response_format: "Omit for text.",
  enable_search_classifier: "A classifier decides whether search is needed.",
  disable_search: "Answer from training data only.",
  stream_mode: "full: metadata inline, no reasoning events. concise: reasoning events of their own.",
  language_preference: "ISO 639-1, of the answer."
})
