// Responses, embeddings and models on OpenAI's base path, over the services of the contract.
// Assumed: clients.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { dialect } from "../contract/resource.ts"
import * as ApiError from "../errors/ApiError.ts"
import { ChatModel } from "../schema/chat/Request.ts"
import { Model as DecisionsModel } from "../resources/decisions/schema.ts"
import { EmbeddingsModel } from "../resources/embeddings/schema.ts"
import { answerBytes } from "../resources/embeddings/answerBytes.ts"
import { embeddings } from "../resources/embeddings/resource.ts"
import { Embeddings } from "../resources/embeddings/service.ts"
import { models } from "../resources/models/resource.ts"
import { Model, ModelsResponse } from "../resources/models/schema.ts"
import { Models } from "../resources/models/service.ts"
import { isFinal } from "../resources/responses/events.ts"
import { responses } from "../resources/responses/resource.ts"
import { ResponsesRequest } from "../resources/responses/schema.ts"
import { example } from "../resources/responses/server.ts"
import { Responses } from "../resources/responses/service.ts"
import { runCooperatively } from "../scheduling/cooperative.ts"
import { listedModels, ModelNames, type NamesOfModels } from "../schema/models.ts"
import { ValidRequest } from "../validation/validate.ts"
import { takeForAnswer } from "../server/admission/MemoryBudget.ts"
import { chunkedJson, encodedJson } from "../server/response/chunkedResponse.ts"
import { eventStream } from "../server/response/eventStream.ts"
import { serveGroup } from "../server/serve.ts"
import {
  fromEmbeddings,
  OpenAiEmbeddingsRequest,
  OpenAiEmbeddingsResponse,
  toEmbeddings
} from "./embeddings.ts"
import { checkTranslated } from "./checkTranslated.ts"
import { errors, modelErrors } from "./errors.ts"
import * as responsesAnswer from "./responsesAnswer.ts"
import { toResponses } from "./responsesRequest.ts"
import { translatedEvents } from "./translatedEvents.ts"
import { OpenAiEvent, OpenAiResponse, OpenAiResponsesRequest } from "./responsesSchema.ts"

const check = checkTranslated(ResponsesRequest)

/** `POST /openai/v1/responses`. */
export const servedResponses = serveGroup(
  dialect(responses, "openaiResponses", {
    create: {
      method: "POST",
      path: "/openai/v1/responses",
      retry: "generation",
      request: OpenAiResponsesRequest,
      response: OpenAiResponse,
      events: { name: "OpenAiEvent", schema: OpenAiEvent, isFinal }
    }
  }),
  {
    description: "Responses for clients of OpenAI whose base URL ends in `/openai/v1`.",
    errors,
    operations: {
      create: {
        summary: "Generates a response, in the shape of OpenAI's responses",
        description: [
          "As `POST /v1/responses`; nothing is stored, so that a conversation is sent whole.",
          "Fields that change nothing are ignored, and named in `x-leadline-notice`; what cannot be done is 400."
        ].join(" "),
        example
      }
    }
  },
  Effect.gen(function* () {
    const { create, stream } = yield* Responses
    const names = yield* ModelNames
    return {
      create: {
        prepare: ({ context, request }) =>
          Effect.map(Effect.tap(toResponses(request, names), check), (asked) => {
            const repeated = responsesAnswer.repeated(request, context.bodyLength)
            const valid = Effect.provideService(ValidRequest, asked)
            if (request.stream !== true)
              return Effect.flatMap(
                Effect.map(valid(create(asked)), (answer) => responsesAnswer.fromResponse(repeated, answer)),
                encodedJson(context)
              )
            const toEvents = responsesAnswer.eventsOf(repeated)
            return Effect.map(valid(stream(asked)), (events) =>
              eventStream(context, translatedEvents(context, events, toEvents.next), {
                failed: ([message]) => Effect.succeed(toEvents.failed(message))
              })
            )
          })
      }
    }
  })
)

/** `POST /openai/v1/embeddings`. */
export const servedEmbeddings = serveGroup(
  dialect(embeddings, "openaiEmbeddings", {
    create: {
      method: "POST",
      path: "/openai/v1/embeddings",
      retry: "safe",
      request: OpenAiEmbeddingsRequest,
      response: OpenAiEmbeddingsResponse
    }
  }),
  {
    description: "Embeddings for clients of OpenAI whose base URL ends in `/openai/v1`.",
    errors,
    operations: {
      create: {
        summary: "Embeds texts, in the shape of OpenAI's embeddings",
        description:
          "As `POST /v1/embeddings`; vectors are numbers, or 32-bit floats in base64, of length 1.",
        example: {
          request: { model: "svc-embed-v1-0.6b", input: "The pier opens at six.", dimensions: 128 },
          response: {
            object: "list",
            model: "svc-embed-v1-0.6b",
            data: [{ object: "embedding", index: 0, embedding: "AACAPwAAgD8=" }],
            usage: { prompt_tokens: 6, total_tokens: 6 }
          }
        }
      }
    }
  },
  Effect.gen(function* () {
    const { create } = yield* Embeddings
    const names = yield* ModelNames
    return {
      create: {
        prepare: ({ context, request }) =>
          Effect.flatMap(toEmbeddings(request, names), (asked) => {
            const vectors = typeof asked.input === "string" ? 1 : asked.input.length
            const answer = create(asked).pipe(
              Effect.flatMap((found) => runCooperatively(fromEmbeddings(request, found))),
              Effect.map(chunkedJson(context))
            )
            // A number of JSON has 20 characters where a signed byte has one.
            return Effect.as(takeForAnswer(context, 20 * answerBytes(vectors, asked)), answer)
          })
      }
    }
  })
)

/** The resources beside responses whose models the contract names. */
const named = [
  ["chat", ChatModel],
  ["decisions", DecisionsModel],
  ["embeddings", EmbeddingsModel]
] as const

/** The list of models with those of the contract, of each resource for which no backend gives names. */
const withContractModels = (listed: ReadonlyArray<Model>, names: NamesOfModels) => {
  const known = new Set(listed.map(({ id }) => id))
  const others = named
    .flatMap(([resource, schema]) => (names(resource).length === 0 ? listedModels(schema) : []))
    .filter((id) => !known.has(id))
  return [
    ...listed,
    ...others.map((id) => ({ id, object: "model" as const, created: 0, owned_by: "leadline" }))
  ]
}

const sonar = { id: "sonar", object: "model", created: 0, owned_by: "leadline" }

/** `GET /openai/v1/models` and `/openai/v1/models/{model}`. */
export const servedModels = serveGroup(
  dialect(models, "openaiModels", {
    list: { method: "GET", path: "/openai/v1/models", retry: "safe", response: ModelsResponse },
    retrieve: {
      method: "GET",
      path: "/openai/v1/models/:model",
      pathTexts: true,
      retry: "safe",
      request: Schema.Struct({ model: Schema.String }),
      response: Model
    }
  }),
  {
    description: "Models for clients of OpenAI whose base URL ends in `/openai/v1`.",
    errors: modelErrors,
    operations: {
      list: {
        summary: "Lists the models, in the shape of OpenAI's models",
        description: "Needs no key.",
        example: { response: { object: "list", data: [sonar] } }
      },
      retrieve: {
        summary: "Gets one model",
        description: "The id is percent-encoded: `openai%2Fgpt-5`. Needs no key.",
        example: { response: sonar }
      }
    }
  },
  Effect.map(Effect.all([Models, ModelNames]), ([service, names]) => {
    const list = Effect.map(service.list(), ({ data }) => ({
      object: "list" as const,
      data: withContractModels(data, names)
    }))
    return {
      list: () => list,
      retrieve: ({ request: { model: id } }) =>
        Effect.flatMap(list, ({ data }) => {
          const found = data.find((model) => model.id === id)
          return found === undefined
            ? Effect.fail(
                new ApiError.NotFoundError({
                  message: `There is no model ${JSON.stringify(id)} here: GET /openai/v1/models lists all.`
                })
              )
            : Effect.succeed(found)
        })
    }
  })
)
