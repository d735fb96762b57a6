// Chat as it is served, whole or as events, and as OpenAPI describes it.
// Source: §4.10, §6; the aliases are Assumed: clients, the failure inside a stream is Assumed: ours.
import * as Effect from "effect/Effect"
import { errorObject } from "../../errors/bodies.ts"
import { doneMarker } from "../../protocol/sse/SseParser.ts"
import { requestDescriptions } from "../../schema/chat/descriptions.ts"
import type { SentChatRequest } from "../../schema/chat/Request.ts"
import { encodedJson } from "../../server/response/chunkedResponse.ts"
import { eventStream } from "../../server/response/eventStream.ts"
import { serve } from "../../server/serve.ts"
import { errors } from "./errors.ts"
import { chat } from "./resource.ts"
import { Chat } from "./service.ts"

const ending = {
  mark: doneMarker,
  failed: (text: readonly [string, string], status: number) => Effect.succeed(errorObject(text, status))
}

/** `POST /v1/sonar`, `/chat/completions` and `/v1/chat/completions`. */
export const served = serve(
  chat,
  {
    description: "Conversations with web search, citations, images and related questions.",
    descriptions: [requestDescriptions],
    errors,
    names: "all",
    operations: {
      create: {
        summary: "Answers a conversation, with web search and citations",
        description: [
          "Answers as JSON, or as events when `stream` is true; these end with `data: [DONE]`.",
          "`/chat/completions` and `/v1/chat/completions` are the same operation."
        ].join(" ")
      }
    }
  },
  Effect.map(Chat, ({ create, stream }) => ({
    create: ({ context, request: sent }) => {
      const request: Omit<SentChatRequest, "stream"> = sent
      return sent.stream === true
        ? Effect.map(stream(request), (events) => eventStream(context, events, ending))
        : Effect.flatMap(create(request), encodedJson(context))
    }
  }))
)
