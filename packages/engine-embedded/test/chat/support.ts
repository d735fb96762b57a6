// Helpers of the chat tests: short requests and their results.
import { Chat, type ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "sonar",
  messages: [{ role: "user", content }],
  ...more
})

export const create = Effect.fnUntraced(function* (request: ChatRequest) {
  return yield* (yield* Chat).create(request)
})
export const text = Effect.fnUntraced(function* (request: ChatRequest) {
  return (yield* create(request)).choices[0]?.message.content
})
export const events = Effect.fnUntraced(function* (request: ChatRequest) {
  return yield* Stream.runCollect(yield* (yield* Chat).stream(request))
})
export const tide = "When is high water at Brest?"
