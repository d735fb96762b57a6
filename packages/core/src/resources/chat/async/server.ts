// Async chat as it is served, and as OpenAPI describes it.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pageLimit } from "../../../schema/pageQuery.ts"
import { encodedJson } from "../../../server/response/chunkedResponse.ts"
import { serve } from "../../../server/serve.ts"
import { example as chat } from "../server.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { page } from "./limits.ts"
import { asyncChat } from "./resource.ts"
import { ListRequest } from "./schema.ts"
import { AsyncChat } from "./service.ts"

const queued = { id: "5f0b8f5e", created_at: 1_767_323_045, model: "sonar", status: "CREATED" }

/** `/v1/async/sonar` and `/async/chat/completions`, each with `/{id}`. */
export const served = serve(
  asyncChat,
  {
    description: "Conversations answered later, by a queue that survives restarts.",
    descriptions: words.all,
    errors,
    names: "all",
    operations: {
      create: {
        summary: "Puts a conversation in the queue",
        description:
          "Answers at once with the record; the same `idempotency_key` gives the same record again. `/async/chat/completions` is the same operation.",
        example: {
          request: { request: chat.request, idempotency_key: "question-17" },
          response: queued
        }
      },
      get: {
        summary: "Gives one queued conversation, with its answer once it is completed",
        description: `Records are kept for ${words.kept}. \`/async/chat/completions/{id}\` is the same operation.`,
        example: { response: { ...queued, status: "COMPLETED", response: chat.response } }
      },
      list: {
        summary: "Lists queued conversations, newest first",
        description:
          "In pages; `next_token` of a page asks for the next. `/async/chat/completions` is the same operation.",
        query: { ...ListRequest.fields, limit: Schema.optionalKey(pageLimit(page)) },
        example: { response: { requests: [queued], next_token: null } }
      }
    }
  },
  Effect.map(AsyncChat, ({ get }) => ({
    get: ({ context, request }) => Effect.flatMap(get(request), encodedJson(context))
  }))
)
