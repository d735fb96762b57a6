// The search index of a folder, in a SQLite database that follows the folder.
// Source: §4.8; what is searched is Assumed: ours.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { layerSharedWordVectors, loadDataFile, SharedWordVectors } from "../vectors/dataFile.ts"
import type { EngineDataError, WordVectors } from "../vectors/wordVectors.ts"
import { type PageFilters, pageCondition } from "./filters.ts"
import type { SearchFolderError } from "./folder.ts"
import { openIndex } from "./IndexDatabase.ts"
import { hostOf, type IndexedPage, type PageRow, toIndexedPage } from "./page.ts"
import { readFacts } from "./queryWords.ts"
import { rank, type RankedPage, type RankingMode } from "./rank.ts"
import { type IndexOptions, makeRefresh, type RefreshResult } from "./refresh.ts"

/** A query of the index. */
export interface IndexQuery {
  /** Keywords or a question. */
  readonly query: string
  /** Selects pages. Default: all. */
  readonly filters?: PageFilters | undefined
  /** What pages are ranked by. Default: `hybrid`. */
  readonly mode?: RankingMode | undefined
}

/** The index of the embedded search engine. */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /** The best pages with their matching passages, best first; one page for each URL. */
    readonly query: (request: IndexQuery) => Effect.Effect<ReadonlyArray<RankedPage>>
    /** All pages, by path. */
    readonly pages: Effect.Effect<ReadonlyArray<IndexedPage>>
    /** How many pages there are now. */
    readonly count: Effect.Effect<number>
    /** How many files of other kinds than Markdown, HTML and text the last refresh saw. */
    readonly otherKinds: Effect.Effect<number>
    /** Indexes what has changed in the folder now. Fails when the folder cannot be read. */
    readonly refresh: Effect.Effect<RefreshResult, SearchFolderError>
  }
>()("@leadline/engine-embedded/search/SearchIndex") {}

const defaultBaseUrl = "https://leadline.example/"

/** The time between two looks at the folder, and how much longer it is than a look takes. */
const rescanAfter = Duration.seconds(1)
const restShare = 10

const selectModes = "SELECT (SELECT min(mode) FROM page) AS least, (SELECT max(mode) FROM page) AS most"

const make = Effect.fnUntraced(function* (
  wordVectors: WordVectors,
  options: IndexOptions,
  mustStore = false
) {
  const { baseUrl: given = defaultBaseUrl, folder, indexFile } = options
  const baseUrl = given.endsWith("/") ? given : `${given}/`
  const base = hostOf(baseUrl)
  const database = yield* openIndex(indexFile, mustStore)
  let facts = readFacts(database)
  let otherKinds = 0
  const one = yield* Semaphore.make(1)

  const refreshed = one.withPermits(1)(
    Effect.tap(makeRefresh(database, options), (result) =>
      Effect.sync(() => {
        otherKinds = result.otherKinds
        if (result.read > 0 || result.removed > 0) facts = readFacts(database)
      })
    )
  )
  const first = yield* refreshed
  const index: SearchIndex["Service"] = {
    query: Effect.fnUntraced(function* ({ filters = {}, mode: ranking = "hybrid", query }) {
      const now = yield* Clock.currentTimeMillis
      // Where all pages have the mode, none is looked at for it: that takes a third of a query.
      const condition = () => {
        const [modes] = database.run(selectModes)
        const { search_mode: mode } = filters
        const isOfAll = modes?.["least"] === mode && modes?.["most"] === mode
        return pageCondition(isOfAll ? { ...filters, search_mode: null } : filters, now, base)
      }
      return yield* rank(database, facts, wordVectors, baseUrl, { query, condition, mode: ranking })
    }),
    pages: Effect.sync(() =>
      database
        .run("SELECT * FROM page ORDER BY path")
        .map((row) => toIndexedPage(row as unknown as PageRow, baseUrl))
    ),
    count: Effect.sync(() => facts.pages),
    otherKinds: Effect.sync(() => otherKinds),
    refresh: refreshed
  }
  let rest = rescanAfter
  /** What the log has said of a folder that cannot be read: once, until it can be read again. */
  let complaint: string | undefined
  /** Runs until it is interrupted. What fails now is tried again. */
  const follow = refreshed.pipe(
    Effect.tap(() => {
      const isBack = complaint !== undefined
      complaint = undefined
      return isBack ? Effect.logInfo(`The folder ${folder} can be read again.`) : Effect.void
    }),
    Effect.catch(({ message }) => {
      const isNew = complaint !== message
      complaint = message
      return isNew ? Effect.logWarning(message) : Effect.void
    }),
    Effect.catchDefect((defect) =>
      Effect.logError(
        `The search index of ${folder} could not be brought up to date: it is tried again.`,
        Cause.die(defect)
      )
    ),
    Effect.timed,
    Effect.flatMap(([took, done]) => {
      // How long a look takes is known only of one that reads no file.
      if (done?.read === 0) rest = Duration.max(rescanAfter, Duration.times(took, restShare))
      return Effect.sleep(rest)
    }),
    Effect.forever,
    Effect.delay(rescanAfter)
  )
  return { first, follow, index }
})

/**
 * Updates the stored index of a folder. Fails with `SearchFolderError` when the folder cannot be read, or another process
 * uses the index: nothing is stored then.
 */
export const indexFolder = (
  options: IndexOptions
): Effect.Effect<RefreshResult, EngineDataError | SearchFolderError> =>
  loadDataFile.pipe(
    Effect.flatMap((wordVectors) => make(wordVectors, options, true)),
    Effect.map(({ first }) => first),
    Effect.scoped
  )

/**
 * `SearchIndex`, built with the layer; it follows its folder until the layer is closed. Fails with `SearchFolderError`
 * when the folder cannot be read.
 */
export const layerIndex = (
  options: IndexOptions
): Layer.Layer<SearchIndex, EngineDataError | SearchFolderError> =>
  Layer.effect(
    SearchIndex,
    Effect.gen(function* () {
      const { follow, index } = yield* make(yield* SharedWordVectors, options)
      yield* Effect.forkScoped(follow)
      return index
    })
  ).pipe(Layer.provide(layerSharedWordVectors))
