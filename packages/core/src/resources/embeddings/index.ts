// Embeddings: vectors of texts.
// Source: §2.7, §4.6.
export { layerClient } from "./client.ts"
export type { Embedder, EmbedTask } from "./embedder.ts"
export { fromEmbedder } from "./embedder.ts"
export { dimensions, documentTokens, modelWait, requestTokens, sizes, texts } from "./limits.ts"
export type { Prices } from "./prices.ts"
export { prices } from "./prices.ts"
export {
  Embedding,
  EmbeddingsModel,
  EmbeddingsRequest,
  EmbeddingsResponse,
  EncodingFormat,
  sizeOf,
  Usage
} from "./schema.ts"
export type { EmbeddingsMethods, Engine } from "./service.ts"
export { Embeddings, make } from "./service.ts"
export { cosine, dot, hamming, toBits, toInt8 } from "./vector.ts"
