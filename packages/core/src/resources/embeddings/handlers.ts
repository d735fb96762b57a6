// HTTP in, embeddings service out.
// Source: §4.6.
import * as Effect from "effect/Effect"
import { takeForAnswer } from "../../server/limits/MemoryBudget.ts"
import { chunkedJson } from "../../server/response/chunkedResponse.ts"
import { routesOf } from "../../server/Route.ts"
import { answerBytes } from "./answerBytes.ts"
import { EmbeddingsApi } from "./endpoint.ts"
import { Embeddings } from "./service.ts"

/** The routes of the embeddings group. */
export const routes = Effect.map(Embeddings, (embeddings) =>
  routesOf(EmbeddingsApi.groups.embeddings, {
    create: {
      prepare: ({ context, payload }) => {
        const vectors = typeof payload.input === "string" ? 1 : payload.input.length
        return Effect.map(takeForAnswer(context, answerBytes(vectors, payload)), () =>
          Effect.map(embeddings.create(payload), chunkedJson(context))
        )
      }
    }
  })
)
