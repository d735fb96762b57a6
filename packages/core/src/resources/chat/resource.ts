// The operation as plain values: name, method, path and retry class.
// Source: §4.10, §6; the end marker is Assumed: clients, seen.

/** Answers a conversation, as JSON or as events. */
export const create = {
  name: "Chat.create",
  method: "POST",
  path: "/v1/sonar",
  retry: "generation"
} as const

/** {@link create}, as a stream. */
export const stream = { ...create, name: "Chat.stream" } as const

/** The `object` of the last event of a stream; over HTTP `[DONE]` follows it. */
export const lastKind = "chat.completion.done"
