// Which events end a stream, without the schemas of the resources, because browsers load this file.
import { lastKind } from "../../resources/chat/resource.ts"

const lastResponseKind = /^response\.(completed|failed|cancelled|incomplete)$/

/** Does this event complete its stream, of chat or of responses? */
export const isFinal = (event: object): boolean =>
  ("object" in event && event.object === lastKind) ||
  ("type" in event && typeof event.type === "string" && lastResponseKind.test(event.type))
