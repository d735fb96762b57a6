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

const model = "sonar"
const created = 1_767_323_045
const url = "https://tides.example/brest"
const text = "High water is at 06:12 [1]."

/** A request, an event of its stream, and its response, for async chat and dialects, too. */
export const example = {
  request: { model, messages: [{ role: "user", content: "When is high water in Brest?" }] },
  event: {
    id: "5f0b8f5e",
    created,
    model,
    object: "chat.completion.chunk",
    choices: [
      {
        index: 0,
        finish_reason: null,
        logprobs: null,
        delta: { role: "assistant", content: "High water " }
      }
    ]
  },
  response: {
    id: "5f0b8f5e-0f2c-4a8e-9f6d-3d3b7a0c1e2f",
    model,
    created,
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    citations: [url],
    search_results: [
      {
        title: "Tides in Brest",
        url,
        snippet: "High water 06:12, low water 12:24.",
        date: "2026-01-02"
      }
    ],
    usage: {
      prompt_tokens: 8,
      completion_tokens: 9,
      total_tokens: 17,
      cost: { input_tokens_cost: 0.000008, output_tokens_cost: 0.000009, total_cost: 0.000017 }
    }
  }
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
        ].join(" "),
        example
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
