// Tells the events that end a stream, without the schemas of the resources, because browsers load this file.

const lastChatKind = "chat.completion.done"
const lastResponseKind = /^response\.(completed|failed|cancelled|incomplete)$/

/** Does this event complete its stream, of chat or of responses? */
export const isFinal = (event: object): boolean =>
  ("object" in event && event.object === lastChatKind) ||
  ("type" in event && typeof event.type === "string" && lastResponseKind.test(event.type))
