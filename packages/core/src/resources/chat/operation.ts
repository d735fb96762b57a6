// How the operation is called, as plain values.
// Source: §4.10, §6; aliases and the end mark are Assumed: clients, seen.

/** Answers a conversation, whole or as a stream. */
export const create = {
  name: "Chat.create",
  method: "POST",
  path: "/v1/sonar",
  aliases: ["/chat/completions", "/v1/chat/completions"],
  retry: "generation"
} as const

/** {@link create}, as a stream. */
export const stream = { ...create, name: "Chat.stream" } as const

/** The `object` of the last event of a stream. On the wire a frame `[DONE]` follows it. */
export const lastKind = "chat.completion.done"
