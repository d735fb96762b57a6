// HTTP in, embeddings service out.
// Source: §4.6.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { metered } from "../../server/limits/TokenLimit.ts"
import { inChunksIfLarge } from "../../protocol/json/chunkedStringify.ts"
import { EmbeddingsApi } from "./endpoint.ts"
import { Embeddings } from "./service.ts"

/** The handlers of the embeddings group. */
export const layerHandlers = HttpApiBuilder.group(
  EmbeddingsApi,
  "embeddings",
  Effect.fnUntraced(function* (handlers) {
    const embeddings = yield* Embeddings
    return handlers.handleAll({
      create: ({ payload }) => Effect.map(metered(embeddings.create(payload)), inChunksIfLarge),
      createPlain: ({ payload }) => Effect.map(metered(embeddings.createPlain(payload)), inChunksIfLarge)
    })
  })
)
