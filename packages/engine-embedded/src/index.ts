// The embedded engines: every operation answered in process, offline and deterministic.
export { layerChat } from "./chat/index.ts"
export { layerDecisions, makeWeigher, weigher } from "./decisions/index.ts"
export { layerContextualizedEmbeddings, layerEmbeddings, makeEmbedder } from "./embeddings/index.ts"
export { type Engines, enginesOver, layerEngines } from "./layerEngines.ts"
export { layerResponses } from "./responses/index.ts"
export {
  indexFolder,
  type IndexOptions,
  type IndexQuery,
  isDocumentation,
  layerIndex,
  layerSearch,
  type RankingMode,
  type IndexedPage,
  type PageFilters,
  type RankedPage,
  type RefreshResult,
  SearchFolderError,
  SearchIndex
} from "./search/index.ts"
export { EngineDataError, loadWordVectors, type WordVectors } from "./vectors/wordVectors.ts"
