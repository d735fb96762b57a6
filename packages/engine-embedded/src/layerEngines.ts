// All embedded engines over one folder.
import type { Chat } from "@leadline/core/chat"
import type { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import type { Decisions } from "@leadline/core/decisions"
import type { Embeddings } from "@leadline/core/embeddings"
import { layerCatalog, type Models } from "@leadline/core/models"
import type { Responses } from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"
import * as Layer from "effect/Layer"
import { layerChat } from "./chat/index.ts"
import { layerDecisions } from "./decisions/index.ts"
import { layerContextualizedEmbeddings, layerEmbeddings } from "./embeddings/index.ts"
import { layerResponses } from "./responses/index.ts"
import { type IndexOptions, layerSearch, type SearchFolderError, type SearchIndex } from "./search/index.ts"
import type { EngineDataError } from "./vectors/wordVectors.ts"

/** What the engines of this package answer. */
export type Engines =
  | Chat
  | ContextualizedEmbeddings
  | Decisions
  | Embeddings
  | Models
  | Responses
  | Search
  | SearchIndex

/**
 * Every engine of this package and the list of models. Search, chat and responses know the documents of a folder; chat
 * and responses use `decisions`, by default those of this package.
 */
export const layerEngines = (
  options: IndexOptions,
  decisions: Layer.Layer<Decisions, EngineDataError> = layerDecisions
): Layer.Layer<Engines, EngineDataError | SearchFolderError> =>
  Layer.mergeAll(
    Layer.provideMerge(
      Layer.merge(layerChat, layerResponses()),
      Layer.merge(decisions, layerSearch(options))
    ),
    layerContextualizedEmbeddings,
    layerEmbeddings,
    layerCatalog()
  )
