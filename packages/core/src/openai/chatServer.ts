// Chat completions on OpenAI's base path, over the services of chat and responses.
// Assumed: clients.
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { dialect } from "../contract/resource.ts"
import type { ApiError } from "../errors/ApiError.ts"
import { errorObject } from "../errors/bodies.ts"
import { doneMarker } from "../protocol/sse/SseParser.ts"
import { chat } from "../resources/chat/resource.ts"
import { example } from "../resources/chat/server.ts"
import { ChatRequest } from "../schema/chat/Request.ts"
import { Chat } from "../resources/chat/service.ts"
import type { ResponseEvent } from "../resources/responses/events.ts"
import { ResponsesRequest } from "../resources/responses/schema.ts"
import { Responses } from "../resources/responses/service.ts"
import { ModelNames } from "../schema/models.ts"
import type { RequestContext } from "../server/RequestContext.ts"
import { encodedJson } from "../server/response/chunkedResponse.ts"
import { eventStream } from "../server/response/eventStream.ts"
import { serveGroup } from "../server/serve.ts"
import * as chatAnswer from "./chatAnswer.ts"
import { type Translated, translate } from "./chatRequest.ts"
import { OpenAiChatRequest, OpenAiChunk, OpenAiCompletion } from "./chatSchema.ts"
import { ValidRequest } from "../validation/validate.ts"
import { checkTranslated } from "./checkTranslated.ts"
import { errors } from "./errors.ts"
import { stopAt, type Stopping } from "./stop.ts"
import { type Events, translatedEvents } from "./translatedEvents.ts"

const checkChat = checkTranslated(ChatRequest)
const checkResponses = checkTranslated(ResponsesRequest)

const check = ({ by, request }: Translated) => (by === "chat" ? checkChat : checkResponses)(request)

const isFailed = (event: ResponseEvent) => event.type === "response.failed"

/** Fails where a run failed, and leaves out the text from a stop sequence on. */
const untilEnd = (events: Events<ResponseEvent>, stopping: Stopping): Events<ResponseEvent> =>
  Stream.mapEffect(events, (event): Effect.Effect<ResponseEvent, ApiError> => {
    if (isFailed(event) && "error" in event)
      return Effect.fail(chatAnswer.runFailed(event.error as Parameters<typeof chatAnswer.runFailed>[0]))
    return event.type === "response.output_text.delta"
      ? Effect.map(stopping.push(event.delta), (delta) => ({ ...event, delta }))
      : Effect.succeed(event)
  })

const chunksEnd = {
  mark: doneMarker,
  failed: (text: readonly [string, string]) => Effect.succeed(errorObject(text))
}

/** `POST /openai/v1/chat/completions`. */
export const servedChat = serveGroup(
  dialect(chat, "openaiChat", {
    create: {
      method: "POST",
      path: "/openai/v1/chat/completions",
      retry: "generation",
      request: OpenAiChatRequest,
      response: OpenAiCompletion,
      events: { name: "OpenAiChunk", schema: OpenAiChunk, isFinal: () => false, marker: doneMarker }
    }
  }),
  {
    description: "Chat for clients of OpenAI whose base URL ends in `/openai/v1`.",
    errors,
    operations: {
      create: {
        summary: "Answers a conversation, in the shape of OpenAI's chat completions",
        description: [
          "Searches the web only with `web_search_options`. With functions, `POST /v1/responses` answers.",
          "Fields that change nothing are ignored, and named in `x-leadline-notice`; what cannot be done is 400."
        ].join(" "),
        example: {
          request: { ...example.request, max_completion_tokens: 200 },
          event: example.event,
          response: {
            id: "chatcmpl-5f0b8f5e",
            object: "chat.completion",
            created: 1_767_323_045,
            model: "sonar",
            choices: [
              {
                index: 0,
                finish_reason: "stop",
                logprobs: null,
                message: { role: "assistant", content: "High water is at 06:12 [1].", refusal: null }
              }
            ],
            usage: { prompt_tokens: 8, completion_tokens: 9, total_tokens: 17 }
          }
        }
      }
    }
  },
  Effect.gen(function* () {
    const byChat = yield* Chat
    const byResponses = yield* Responses
    const names = yield* ModelNames
    const whole = (request: OpenAiChatRequest, asked: Translated) =>
      asked.by === "chat"
        ? Effect.map(byChat.create(asked.request), (answer) => chatAnswer.fromChat(request, answer))
        : Effect.flatMap(byResponses.create(asked.request), (answer) =>
            chatAnswer.fromResponse(request, answer, asked.stop)
          )
    const streamed = (context: RequestContext, request: OpenAiChatRequest, asked: Translated) =>
      asked.by === "chat"
        ? Effect.map(byChat.stream(asked.request), (events) =>
            translatedEvents(context, events, chatAnswer.fromChunks(request))
          )
        : Effect.map(byResponses.stream(asked.request), (events) => {
            const stopping = stopAt(asked.stop)
            const run = untilEnd(events, stopping)
            return translatedEvents(context, run, chatAnswer.fromEvents(request, stopping))
          })
    return {
      create: {
        prepare: ({ context, request }) =>
          Effect.map(Effect.tap(translate(request, names), check), (asked) =>
            Effect.provideService(
              request.stream === true
                ? Effect.map(streamed(context, request, asked), (events) =>
                    eventStream(context, events, chunksEnd)
                  )
                : Effect.flatMap(whole(request, asked), encodedJson(context)),
              ValidRequest,
              asked.request
            )
          )
      }
    }
  })
)
