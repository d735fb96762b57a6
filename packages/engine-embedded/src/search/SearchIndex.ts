// The index over a folder: built at the start, stored, and made anew only where files have changed.
// Source: §4.8; what is searched is Assumed: ours.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { readDataFile } from "../vectors/dataFile.ts"
import { type EngineDataError, loadWordVectors, type WordVectors } from "../vectors/wordVectors.ts"
import { listFiles, readFile, type SearchFolderError } from "./folder.ts"
import * as limits from "./limits.ts"
import { type IndexedPage, toIndexedPage, readRecord } from "./page.ts"
import { makeProgress, type ProgressSink } from "./progress.ts"
import { makeRanker, type RankingMode, type RankedPassage, type Ranker } from "./ranker.ts"
import { layerSharedWordVectors, SharedWordVectors } from "../vectors/SharedWordVectors.ts"
import { loadRecords, type PageRecord, saveRecords } from "./indexFile.ts"

/** What to index, and where to keep the index. */
export interface IndexOptions {
  /** The folder: its Markdown, HTML and text files are found, those of its sub-folders too. */
  readonly folder: string
  /** Which files, by their path within the folder. Default: all. */
  readonly include?: ((path: string) => boolean) | undefined
  /** Where the index is stored; its folder must exist. Default: nowhere, every start reads all files. */
  readonly indexFile?: string | undefined
  /** Stands before the path of a file in its address. Default `https://leadline.example/`. Assumed: ours. */
  readonly baseUrl?: string | undefined
  /** Where progress is told. Default: standard error. */
  readonly progress?: ProgressSink | undefined
}

/** A query of the index. */
export interface IndexQuery {
  /** Words, or a question. */
  readonly query: string
  /** Which pages may be found. Default: all. */
  readonly filter?: ((page: IndexedPage) => boolean) | undefined
  /** Default: both. */
  readonly mode?: RankingMode | undefined
}

/** What a refresh did, in files. */
export interface RefreshResult {
  /** Unchanged since the last time. */
  readonly kept: number
  /** New or changed. */
  readonly read: number
  /** Gone from the folder. */
  readonly removed: number
  /** Found, but not indexed. */
  readonly leftOut: number
}

/** The index of the embedded search engine, for those who need passages rather than pages. */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /** Passages that fit, the best first. */
    readonly query: (request: IndexQuery) => Effect.Effect<ReadonlyArray<RankedPassage>>
    /** All pages, by path. */
    readonly pages: Effect.Effect<ReadonlyArray<IndexedPage>>
    /** Takes in what has changed in the folder. Queries meanwhile see the state before. */
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
        `Files of ${folder} left out: ${Array.from(reasons, ([reason, count]) => `${count} ${reason}`).join(", ")}.`
      )

/** Reads what is in the folder; records whose file is unchanged are taken over. */
const readFolder = Effect.fnUntraced(function* (
  { baseUrl, folder, include = includeAll, progress }: IndexOptions,
  before: ReadonlyMap<string, PageRecord>
) {
  const { full, paths } = yield* listFiles(folder, include)
  const reasons = new Map<string, number>(full ? [["beyond the limit of files", 1]] : [])
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
      const reason = read?.reason ?? "beyond the limit of bytes"
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

/**
 * Brings the stored index of a folder up to date and tells what that took. Fails when the folder cannot be read.
 */
export const indexFolder = (
  options: IndexOptions
): Effect.Effect<RefreshResult, EngineDataError | SearchFolderError> =>
  readDataFile.pipe(
    Effect.flatMap(loadWordVectors),
    Effect.flatMap((wordVectors) => make(wordVectors, options)),
    Effect.map(({ first }) => first)
  )

/** The index, ready when the layer is. Fails when the folder cannot be read. */
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
