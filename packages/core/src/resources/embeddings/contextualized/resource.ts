// Contextualized embeddings as a resource of the contract.
// Source: §4.6.
import { resource } from "../../../contract/resource.ts"
import { ContextualizedEmbeddingsRequest, ContextualizedEmbeddingsResponse } from "./schema.ts"
import { ContextualizedEmbeddings, make } from "./service.ts"

/** Embeddings of the chunks of documents, each in the context of its document. */
export const contextualizedEmbeddings = resource({
  name: "contextualizedEmbeddings",
  service: ContextualizedEmbeddings,
  make,
  access: "key",
  work: { by: "engine", usesTokens: true, genAi: "embeddings" },
  operations: {
    create: {
      method: "POST",
      path: "/v1/contextualizedembeddings",
      retry: "safe",
      request: ContextualizedEmbeddingsRequest,
      response: ContextualizedEmbeddingsResponse
    }
  }
})
