// HTTP in, chat service out: whole answers or events, as the request asks.
// Source: §4.10, §6; the failure inside a stream is Assumed: ours.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { errorObject } from "../../errors/bodies.ts"
import { respond } from "../../server/response/eventStream.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import { metered, meteredEvents } from "../../server/limits/TokenLimit.ts"
import type { ChatRequest } from "../../schema/chat/Request.ts"
import { ChatApi } from "./endpoint.ts"
import { Chat } from "./service.ts"

const ending = {
  mark: doneMarker,
  failed: (words: readonly [string, string], status: number) => Effect.succeed(errorObject(words, status))
}

/** The handlers of the chat group: one for all its paths. */
export const layerHandlers = HttpApiBuilder.group(
  ChatApi,
  "chat",
  Effect.fnUntraced(function* (handlers) {
    const chat = yield* Chat
    const create = ({ payload }: { readonly payload: ChatRequest }) =>
      payload.stream === true
        ? Effect.flatMap(meteredEvents(chat.stream(payload)), (events) => respond(events, ending))
        : metered(chat.create(payload))
    return handlers.handleAll({ create, createCompletions: create, createCompletionsV1: create })
  })
)
