// Contextualized embeddings: vectors of chunks that know their document. `@leadline/core/embeddings` compares vectors.
// Source: §2.7, §4.6.
export { ContextualizedEmbeddingsModel } from "../schema.ts"
export { layerClient } from "./client.ts"
export { fromEmbedder } from "./embedder.ts"
export { chunks, documents } from "./limits.ts"
export {
  ContextualizedEmbeddingsRequest,
  ContextualizedEmbeddingsResponse,
  DocumentEmbeddings
} from "./schema.ts"
export type { ContextualizedEmbeddingsMethods, Engine } from "./service.ts"
export { ContextualizedEmbeddings, make } from "./service.ts"
