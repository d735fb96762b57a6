// Chat: answers with web search, as JSON or as events.
// Source: §2.10, §4.10, §6.
export { layerClient } from "./client.ts"
export {
  AnswerMessage,
  ChatCompletion,
  Choice,
  Cost,
  Delta,
  Image,
  ReasoningStep,
  SearchResult,
  Usage
} from "../../schema/chat/Completion.ts"
export { Message, Part, textOf } from "../../schema/chat/Message.ts"
export { ChatModel, ChatRequest, ContextSize, ResponseFormat } from "../../schema/chat/Request.ts"
export { maxTokens, messages, temperature, topP } from "./limits.ts"
export { ChatChunk, ChunkChoice, chunkKinds } from "./schema.ts"
export type { ChatMethods, Engine } from "./service.ts"
export { Chat, make } from "./service.ts"
