// The search index of a folder: built at start, optionally stored, updated only where files have changed.
// Source: §4.8; what is searched is Assumed: ours.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { readDataFile } from "../vectors/dataFile.ts"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/SharedWordVectors.ts"
import { type EngineDataError, loadWordVectors, type WordVectors } from "../vectors/wordVectors.ts"
import { listFiles, readFile, type SearchFolderError } from "./folder.ts"
import { loadRecords, type PageRecord, saveRecords } from "./indexFile.ts"
import * as limits from "./limits.ts"
import { type IndexedPage, readRecord, toIndexedPage } from "./page.ts"
import { makeProgress, type ProgressSink } from "./progress.ts"
import { makeRanker, type RankedPassage, type Ranker, type RankingMode } from "./ranker.ts"

/** What to index, and where to store the index. */
export interface IndexOptions {
  /** The folder whose Markdown, HTML and text files are indexed, sub-folders included. */
  readonly folder: string
  /** Selects files by their path within the folder. Default: all. */
  readonly include?: ((path: string) => boolean) | undefined
  /** File that the index is stored in; its folder must exist. Default: not stored, every start indexes all files. */
  readonly indexFile?: string | undefined
  // Assumed: ours.
  /** Prefix of the URL of a file; its path follows. Default: `https://leadline.example/`. */
  readonly baseUrl?: string | undefined
  /** Where progress is written. Default: standard error. */
  readonly progress?: ProgressSink | undefined
}

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
    /** Matching passages, best first. */
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

const logSkippedFiles = (folder: string, reasons: ReadonlyMap<string, number>) =>
  reasons.size === 0
    ? Effect.void
    : Effect.logWarning(
        `Skipped files in ${folder}: ${Array.from(reasons, ([reason, count]) => `${count} ${reason}`).join(", ")}.`
      )

/** Reads the files of the folder; keeps the records of unchanged files. */
const readFolder = Effect.fnUntraced(function* (
  { baseUrl, folder, include = includeAll, progress }: IndexOptions,
  before: ReadonlyMap<string, PageRecord>
) {
  const { full, paths } = yield* listFiles(folder, include)
  const reasons = new Map<string, number>(full ? [["over the limit of files", 1]] : [])
  const records: Array<PageRecord> = []
  const pages: Array<IndexedPage> = []
  const base = baseUrl ?? defaultBaseUrl
  const { done, end } = yield* makeProgress(paths.length, progress)
  let bytes = 0
  let kept = 0
  for (const [index, path] of paths.entries()) {
    const read = bytes > limits.folderBytes ? undefined : yield* readFile(folder, path)
    if (read?._tag === "Source") {
      const { source } = read
      const known = before.get(path)
      const record = known?.hash === source.hash ? known : readRecord(source)
      if (record === known) kept++
      bytes += source.text.length
      records.push(record)
      pages.push(toIndexedPage(record, source.modified, base.endsWith("/") ? base : `${base}/`))
    } else {
      const reason = read?.reason ?? "over the limit of bytes"
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    }
    yield* done(index + 1)
    yield* Effect.yieldNow
  }
  yield* end
  yield* logSkippedFiles(folder, reasons)
  const leftOut = paths.length - records.length
  return { kept, leftOut, pages, records }
})

const make = Effect.fnUntraced(function* (wordVectors: WordVectors, options: IndexOptions) {
  const { indexFile } = options
  const stored = indexFile === undefined ? [] : yield* loadRecords(indexFile)
  let records: ReadonlyMap<string, PageRecord> = new Map(stored.map((record) => [record.path, record]))
  let state: State = { pages: [], ranker: yield* makeRanker(wordVectors, []) }
  const one = yield* Semaphore.make(1)

  const refresh = Effect.gen(function* () {
    const { kept, leftOut, pages, records: now } = yield* readFolder(options, records)
    const there = new Set(now.map(({ path }) => path))
    const removed = Array.from(records.keys()).filter((path) => !there.has(path))
    const changed = kept < now.length || removed.length > 0
    state = { pages, ranker: yield* makeRanker(wordVectors, pages) }
    records = new Map(now.map((record) => [record.path, record]))
    if (changed && indexFile !== undefined) yield* saveRecords(indexFile, now)
    return { kept, leftOut, read: now.length - kept, removed: removed.length }
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
