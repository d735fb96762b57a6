// The numbers of the chat room.
// Source: §8.

export { maxTokens, messages, temperature, topP } from "../shared/chat/limits.ts"

/** Assumed: ours. Milliseconds an engine may take before an answer is 504. Streams are not bounded so. */
export const modelWait = 60_000
