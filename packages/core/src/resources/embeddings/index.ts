// Embeddings: vectors of texts, alone or as chunks of their documents.
// Source: §2.7, §4.6.
export { layerClient } from "./client.ts"
export type { Embedder, EmbedTask } from "./embedder.ts"
export { fromEmbedder } from "./embedder.ts"
export { chunks, dimensions, documents, documentTokens, modelWait, requestTokens, sizes } from "./limits.ts"
export type { Prices } from "./prices.ts"
export { prices } from "./prices.ts"
export {
  ContextualizedModel,
  DocumentEmbeddings,
  Embedding,
  EmbeddingsRequest,
  EmbeddingsResponse,
  EncodingFormat,
  PlainEmbeddingsRequest,
  PlainEmbeddingsResponse,
  PlainModel,
  sizeOf,
  Usage
} from "./schema.ts"
export type { EmbeddingsMethods, Engine } from "./service.ts"
export { Embeddings, make } from "./service.ts"
export { cosine, dot, hamming, toBits, toInt8 } from "./vector.ts"
