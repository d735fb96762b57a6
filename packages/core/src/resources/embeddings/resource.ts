// Embeddings as a resource of the contract.
// Assumed: OAS.
import { resource } from "../../contract/resource.ts"
import { EmbeddingsRequest, EmbeddingsResponse } from "./schema.ts"
import { Embeddings, make } from "./service.ts"

/** Embeddings of texts, each by itself. */
export const embeddings = resource({
  name: "embeddings",
  service: Embeddings,
  make,
  access: "key",
  work: { by: "engine", usesTokens: true, genAi: "embeddings" },
  operations: {
    create: {
      method: "POST",
      path: "/v1/embeddings",
      openaiPaths: ["/v1/embeddings"],
      retry: "safe",
      request: EmbeddingsRequest,
      response: EmbeddingsResponse
    }
  }
})
