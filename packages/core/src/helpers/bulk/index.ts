// Bulk work: decisions and embeddings of many items, some calls at a time.
export {
  embedAll,
  embedAllDocuments,
  embedAllDocumentsEffect,
  type EmbedAllDocumentsEffectOptions,
  type EmbedAllDocumentsOptions,
  embedAllEffect,
  type EmbedAllEffectOptions,
  type EmbedAllOptions
} from "./embedAll.ts"
export {
  type DecisionResult,
  mapDecisions,
  mapDecisionsEffect,
  type MapDecisionsEffectOptions,
  type MapDecisionsOptions
} from "./mapDecisions.ts"
export type {
  BulkError,
  BulkFailure,
  BulkOptions,
  BulkPromiseOptions,
  BulkResult,
  BulkSuccess,
  Progress
} from "./options.ts"
export type { Source } from "./sources.ts"
