// HTTP in, contextualized embeddings service out.
// Source: §4.6.
import * as Effect from "effect/Effect"
import { metered } from "../../../server/limits/TokenLimit.ts"
import { chunkedJson } from "../../../server/response/chunkedJson.ts"
import { routesOf } from "../../../server/Route.ts"
import { ContextualizedEmbeddingsApi } from "./endpoint.ts"
import { ContextualizedEmbeddings } from "./service.ts"

/** The routes of the contextualized embeddings group. */
export const routes = Effect.map(ContextualizedEmbeddings, (embeddings) =>
  routesOf(ContextualizedEmbeddingsApi.groups.contextualizedEmbeddings, {
    create: ({ context, payload }) => Effect.map(metered(context, embeddings.create(payload)), chunkedJson)
  })
)
