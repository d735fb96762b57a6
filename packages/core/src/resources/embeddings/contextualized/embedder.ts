// Makes a contextualized embeddings engine of a function that embeds documents.
// Source: §2.7, §4.6, §8; Assumed: ours for the interface itself.
import * as Effect from "effect/Effect"
import { type Embedder, embedDocuments } from "../embedder.ts"
import type { Prices } from "../prices.ts"
import * as listed from "../prices.ts"
import type { Engine } from "./service.ts"

/**
 * An engine of an embedder of `@leadline/core/embeddings`: adds token limits, the deadline, encoding, usage and cost.
 * Default prices: the list.
 */
export const fromEmbedder = (embedder: Embedder, prices: Prices = listed.prices): Engine => {
  const embed = embedDocuments(embedder, prices)
  return {
    create: (request) =>
      Effect.map(
        embed(request, request.input, (document) => ["input", document]),
        ({ entries, usage }) => ({
          object: "list",
          data: entries.map((data, index) => ({ object: "list", index, data })),
          model: request.model,
          usage
        })
      )
  }
}
