// All embedded engines over one folder.
import type { Decisions } from "@leadline/core/decisions"
import { layerCatalog } from "@leadline/core/models"
import type { Search } from "@leadline/core/search"
import * as Layer from "effect/Layer"
import { layerChat } from "./chat/index.ts"
import { layerDecisions } from "./decisions/index.ts"
import { layerContextualizedEmbeddings, layerEmbeddings } from "./embeddings/index.ts"
import { layerResponses } from "./responses/index.ts"
import { layerSearch } from "./search/engine.ts"
import type { SearchFolderError } from "./search/folder.ts"
import type { IndexOptions } from "./search/refresh.ts"
import type { SearchIndex } from "./search/SearchIndex.ts"
import type { EngineDataError } from "./vectors/wordVectors.ts"

/**
 * The engine of each resource, each as a layer by itself. Chat and responses know the documents of `documents`, which
 * answers searches, and use `decisions`, by default those of this package.
 */
export const enginesOver = <I, E>(
  documents: Layer.Layer<Search | I, E>,
  decisions: Layer.Layer<Decisions, EngineDataError> = layerDecisions
) => {
  const sources = Layer.merge(decisions, documents)
  return {
    chat: Layer.provide(layerChat, sources),
    contextualizedEmbeddings: layerContextualizedEmbeddings,
    decisions,
    embeddings: layerEmbeddings,
    models: layerCatalog(),
    responses: Layer.provide(layerResponses(), sources),
    search: documents
  }
}

type All = ReturnType<typeof enginesOver<SearchIndex, EngineDataError | SearchFolderError>>

/** What the engines of this package answer. */
export type Engines = Layer.Success<All[keyof All]>

/**
 * Every engine of this package and the list of models. Search, chat and responses know the documents of a folder; chat
 * and responses use `decisions`, by default those of this package.
 */
export const layerEngines = (
  options: IndexOptions,
  decisions?: Layer.Layer<Decisions, EngineDataError>
): Layer.Layer<Engines, EngineDataError | SearchFolderError> => {
  const engines: All = enginesOver(layerSearch(options), decisions)
  return Layer.mergeAll(
    ...(Object.values(engines) as [Layer.Layer<Engines, EngineDataError | SearchFolderError>])
  )
}
