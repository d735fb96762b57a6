// Limits of chat.
// Source: §8.

export { maxTokens, messages, temperature, topP } from "../../schema/chat/limits.ts"
