// The embedded search engine: finds pages of a folder, offline.
import * as SearchResource from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { makeEngine } from "./engine.ts"
import type { SearchFolderError } from "./folder.ts"
import { layerIndex, SearchIndex } from "./SearchIndex.ts"
import type { IndexOptions } from "./refresh.ts"

export { isDocumentation } from "./documentation.ts"
export { SearchFolderError } from "./folder.ts"
export type { IndexedPage } from "./page.ts"
export type { PageFilters } from "./filters.ts"
export type { IndexOptions, RefreshResult } from "./refresh.ts"
export type { RankedPage, RankingMode } from "./rank.ts"
export { indexFolder, type IndexQuery, layerIndex, SearchIndex } from "./SearchIndex.ts"

/**
 * `Search` over a folder, with its `SearchIndex`. Ready when all files are indexed. Fails with `SearchFolderError`
 * when the folder cannot be read.
 */
export const layerSearch = (
  options: IndexOptions
): Layer.Layer<SearchResource.Search | SearchIndex, EngineDataError | SearchFolderError> =>
  Layer.effect(
    SearchResource.Search,
    Effect.map(SearchIndex, (index) => SearchResource.make(makeEngine(index)))
  ).pipe(Layer.provideMerge(layerIndex(options)))
