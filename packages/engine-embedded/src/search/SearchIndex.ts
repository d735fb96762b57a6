// The search index of a folder: built at start, optionally stored, updated only where files have changed.
// Source: §4.8; what is searched is Assumed: ours.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { readDataFile } from "../vectors/dataFile.ts"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/SharedWordVectors.ts"
import { type EngineDataError, loadWordVectors, type WordVectors } from "../vectors/wordVectors.ts"
import type { SearchFolderError } from "./folder.ts"
import { appendChange, loadChanges, saveChanges, type StoredChange } from "./segments/indexFile.ts"
import type { IndexedPage } from "./page.ts"
import { PageTable } from "./segments/pageTable.ts"
import { type IndexOptions, mergeScattered, readFolder } from "./folderChanges.ts"
import type { RankedPassage } from "./passagesOfPage.ts"
import { makeRanker, type Ranker, type RankingMode } from "./ranker.ts"

/** A query of the index. */
export interface IndexQuery {
  /** Keywords or a question. */
  readonly query: string
  /** Selects pages. Default: all. */
  readonly filter?: ((page: IndexedPage) => boolean) | undefined
  /** What passages are ranked by. Default: `hybrid`. */
  readonly mode?: RankingMode | undefined
}

/** What a refresh did, in numbers of files. */
export interface RefreshResult {
  /** Unchanged. */
  readonly kept: number
  /** New or changed. */
  readonly read: number
  /** No longer in the folder. */
  readonly removed: number
  /** Skipped, such as files that are too large; a warning says why. */
  readonly leftOut: number
}

/** The index of the embedded search engine, for passages rather than pages. */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /** Matching passages of the 200 best pages, best first. */
    readonly query: (request: IndexQuery) => Effect.Effect<ReadonlyArray<RankedPassage>>
    /** All pages, by path. */
    readonly pages: Effect.Effect<ReadonlyArray<IndexedPage>>
    /**
     * Indexes what has changed in the folder. Queries see the previous index until it is done. Fails when the folder
     * cannot be read.
     */
    readonly refresh: Effect.Effect<RefreshResult, SearchFolderError>
  }
>()("@leadline/engine-embedded/search/SearchIndex") {}

const includeAll = () => true
const defaultBaseUrl = "https://leadline.example/"

interface State {
  readonly pages: ReadonlyArray<IndexedPage>
  readonly ranker: Ranker
}

/** Changes of the index file, at most, before it is rewritten. */
const maxStoredChanges = 64

/** Stores changes: by adding them to the file where it has the others, else by rewriting it. */
const makeStore = (file: string | undefined, table: PageTable, loaded: number) => {
  let stored = loaded
  return Effect.fnUntraced(function* (changes: ReadonlyArray<StoredChange>) {
    if (file === undefined || changes.length === 0) return
    if (stored > 0 && stored + changes.length <= maxStoredChanges) {
      let added = true
      for (const change of changes) added &&= yield* appendChange(file, change)
      if (added) stored += changes.length
      return
    }
    const all = table.changes()
    if (yield* saveChanges(file, all)) stored = all.length
  })
}

const make = Effect.fnUntraced(function* (wordVectors: WordVectors, options: IndexOptions) {
  const { baseUrl = defaultBaseUrl, indexFile } = options
  const table = new PageTable(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`)
  const loaded = indexFile === undefined ? [] : yield* loadChanges(indexFile)
  for (const change of loaded) table.apply(change)
  const store = makeStore(indexFile, table, loaded.length)
  let state: State = { pages: [], ranker: makeRanker(wordVectors, []) }
  const one = yield* Semaphore.make(1)

  const refresh = Effect.gen(function* () {
    const { changes, ...result } = yield* readFolder(wordVectors, options, table)
    for (const change of changes) table.apply(change)
    const merged = yield* mergeScattered(wordVectors, table)
    for (const change of merged) table.apply(change)
    const { live, pages } = table.current()
    state = { pages, ranker: makeRanker(wordVectors, live) }
    yield* store([...changes, ...merged])
    return result
  })

  const index: SearchIndex["Service"] = {
    query: ({ filter = includeAll, mode, query }) =>
      Effect.suspend(() => state.ranker.rank(query, filter, mode)),
    pages: Effect.sync(() => state.pages),
    refresh: one.withPermits(1)(refresh)
  }
  return { first: yield* index.refresh, index }
})

/** Updates the stored index of a folder. Fails with `SearchFolderError` when the folder cannot be read. */
export const indexFolder = (
  options: IndexOptions
): Effect.Effect<RefreshResult, EngineDataError | SearchFolderError> =>
  readDataFile.pipe(
    Effect.flatMap(loadWordVectors),
    Effect.flatMap((wordVectors) => make(wordVectors, options)),
    Effect.map(({ first }) => first)
  )

/** `SearchIndex`, built with the layer. Fails with `SearchFolderError` when the folder cannot be read. */
export const layerIndex = (
  options: IndexOptions
): Layer.Layer<SearchIndex, EngineDataError | SearchFolderError> =>
  Layer.effect(
    SearchIndex,
    SharedWordVectors.pipe(
      Effect.flatMap((wordVectors) => make(wordVectors, options)),
      Effect.map(({ index }) => index)
    )
  ).pipe(Layer.provide(layerSharedWordVectors))
