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
        ].join(" ")
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
