// Helpers of the chat tests: short requests and their results.
import { Chat, type ChatRequest } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "sonar",
  messages: [{ role: "user", content }],
  ...more
})

export const create = (request: ChatRequest) => Chat.use((chat) => chat.create(request))
export const text = (request: ChatRequest) =>
  Effect.map(create(request), ({ choices }) => choices[0]?.message.content)
export const events = (request: ChatRequest) =>
  Chat.use((chat) => Effect.flatMap(chat.stream(request), Stream.runCollect))
