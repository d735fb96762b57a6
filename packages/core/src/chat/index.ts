// What others may see of the chat room.
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
} from "../shared/chat/Completion.ts"
export { Message, Part, textOf } from "../shared/chat/Message.ts"
export { ChatModel, ChatRequest, ContextSize, ResponseFormat } from "../shared/chat/Request.ts"
export { maxTokens, messages, temperature, topP } from "./limits.ts"
export { ChatChunk, ChunkChoice, chunkKinds } from "./schema.ts"
export type { ChatMethods, Engine } from "./service.ts"
export { Chat, make } from "./service.ts"
