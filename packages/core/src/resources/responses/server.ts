// Responses as they are served, whole or as events, and as OpenAPI describes them.
// Source: §4.7, §6; the alias is Assumed: OAS.
import * as Effect from "effect/Effect"
import { encodedJson } from "../../server/response/chunkedResponse.ts"
import { eventStream } from "../../server/response/eventStream.ts"
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { withContentParts } from "./contentParts.ts"
import { errors } from "./errors.ts"
import { failing } from "./failing.ts"
import { responses } from "./resource.ts"
import type { SentResponsesRequest } from "./schema.ts"
import { Responses } from "./service.ts"

const model = "openai/gpt-5.1"

/** A request, an event of its stream, and its response, for the dialect, too. */
export const example = {
  request: { model, input: "When is high water in Brest?" },
  event: {
    type: "response.output_text.delta",
    sequence_number: 4,
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta: "High water "
  },
  response: {
    id: "resp_5f0b8f5e",
    object: "response",
    created_at: 1_767_323_045,
    model,
    status: "completed",
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "High water is at 06:12.", annotations: [] }]
      }
    ],
    usage: { input_tokens: 8, output_tokens: 8, total_tokens: 16 }
  }
}

/** `POST /v1/responses` and `/v1/agent`. */
export const served = serve(
  responses,
  {
    description: "Responses of a model or a preset, with web search, pages and functions.",
    descriptions: words.all,
    errors,
    operations: {
      create: {
        summary: "Generates a response, with tools where offered",
        description: [
          "Answers as JSON, or as events when `stream` is true; the last is `response.completed` or `response.failed`.",
          "A run that failed is a 200 with the status `failed`. `/v1/agent` is the same operation."
        ].join(" "),
        example
      }
    }
  },
  Effect.map(Responses, ({ create, stream }) => ({
    create: ({ context, request: sent }) => {
      const request: Omit<SentResponsesRequest, "stream"> = sent
      return sent.stream === true
        ? Effect.map(stream(request), (events) =>
            eventStream(context, withContentParts(events), failing(request))
          )
        : Effect.flatMap(create(request), encodedJson(context))
    }
  }))
)
