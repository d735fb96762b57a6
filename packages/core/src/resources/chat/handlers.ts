// HTTP in, chat service out: whole answers or events, as the request asks.
// Source: §4.10, §6; the failure inside a stream is Assumed: ours.
import * as Effect from "effect/Effect"
import { errorObject } from "../../errors/bodies.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import type { SentChatRequest } from "../../schema/chat/Request.ts"
import { encodedJson } from "../../server/response/chunkedResponse.ts"
import { eventStream } from "../../server/response/eventStream.ts"
import type { RequestContext } from "../../server/RequestContext.ts"
import { routesOf } from "../../server/Route.ts"
import { ChatApi } from "./endpoint.ts"
import { Chat } from "./service.ts"

const ending = {
  mark: doneMarker,
  failed: (text: readonly [string, string], status: number) => Effect.succeed(errorObject(text, status))
}

/** The routes of the chat group: one handler for all its paths. */
export const routes = Effect.map(Chat, (chat) => {
  const create = ({
    context,
    payload
  }: {
    readonly context: RequestContext
    readonly payload: SentChatRequest
  }) => {
    const request: Omit<SentChatRequest, "stream"> = payload
    return payload.stream === true
      ? Effect.map(chat.stream(request), (events) => eventStream(context, events, ending))
      : Effect.flatMap(chat.create(request), encodedJson(context))
  }
  return routesOf(ChatApi.groups.chat, { create, createCompletions: create, createCompletionsV1: create })
})
