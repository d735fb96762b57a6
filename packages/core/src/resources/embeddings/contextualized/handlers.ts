// HTTP in, contextualized embeddings service out.
// Source: §4.6.
import * as Effect from "effect/Effect"
import { takeForAnswer } from "../../../server/limits/MemoryBudget.ts"
import { chunkedJson } from "../../../server/response/chunkedResponse.ts"
import { routesOf } from "../../../server/Route.ts"
import { answerBytes } from "../answerBytes.ts"
import { ContextualizedEmbeddingsApi } from "./endpoint.ts"
import { ContextualizedEmbeddings } from "./service.ts"

/** The routes of the contextualized embeddings group. */
export const routes = Effect.map(ContextualizedEmbeddings, (embeddings) =>
  routesOf(ContextualizedEmbeddingsApi.groups.contextualizedEmbeddings, {
    create: {
      prepare: ({ context, payload }) => {
        const vectors = payload.input.reduce((sum, { length }) => sum + length, 0)
        return Effect.map(takeForAnswer(context, answerBytes(vectors, payload)), () =>
          Effect.map(embeddings.create(payload), chunkedJson(context))
        )
      }
    }
  })
)
