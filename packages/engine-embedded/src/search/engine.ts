// The embedded search engine: groups ranked passages into pages with snippets.
// Source: §2.9, §4.8.
import * as SearchResource from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Layer from "effect/Layer"
import { type CooperativeTask, makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateAtOnce, truncateText } from "../text/estimateTokens.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import type { SearchFolderError } from "./folder.ts"
import { eachUrlOnce, type RankedPage } from "./rank.ts"
import type { Passage } from "./readers/document.ts"
import type { IndexOptions } from "./refresh.ts"
import { layerIndex, SearchIndex } from "./SearchIndex.ts"

/** Who asks for so many tokens of a page reads it: its snippet is the page itself. */
export const readingTokens = 16_384

/** Least score of a passage in a snippet, as a share of the page's best score. */
const minPassageShare = 0.4

/** The results of several queries: the first of each, then the second; each URL once. */
const interleave = (lists: ReadonlyArray<ReadonlyArray<RankedPage>>): ReadonlyArray<RankedPage> =>
  eachUrlOnce(
    lists
      .flatMap((list) => [...list.entries()])
      .toSorted(([left], [right]) => left - right)
      .map(([, hit]) => hit)
  )

/** A passage with its heading as Markdown. Without one, and if it is not the first, it gets the title of the page. */
const passageText = (title: string, { heading, text }: Passage, isFirst: boolean): string => {
  if (heading !== "") return `## ${heading}\n\n${text}`
  return isFirst ? text : `# ${title}\n\n${text}`
}

/** Characters counted per unit of work. */
const charactersPerUnit = 6

/** The passages of a page within a token limit: the best that match, best first; all in their order where it is to be read. */
const snippetOf = function* (
  { page, passages, whole }: RankedPage,
  isRead: boolean,
  most: number
): CooperativeTask<string> {
  const least = minPassageShare * (passages[0]?.score ?? 0)
  const texts: Array<string> = []
  let left = most
  for (const passage of isRead ? whole : passages.filter(({ score }) => score >= least)) {
    if (left <= 0) break
    const text = passageText(page.title, passage, texts.length === 0)
    texts.push(text)
    left -= estimateAtOnce(text)
    yield 1 + text.length / charactersPerUnit
  }
  const { reason, text } = truncateText(texts.join("\n\n"), most)
  // Half of a sentence may say the opposite.
  const end = Math.max(...[". ", "? ", "! ", "\n"].map((mark) => text.lastIndexOf(mark))) + 1
  return reason === "length" && end > text.length / 2 ? text.slice(0, end).trimEnd() : text
}

/** The snippets of pages. Of the tokens that are left, each gets what it needs, but the same share as the next ones at most. */
const snippets = function* (
  hits: ReadonlyArray<RankedPage>,
  request: SearchResource.SearchRequest
): CooperativeTask<ReadonlyArray<string>> {
  const size = request.search_context_size ?? undefined
  const each =
    request.max_tokens_per_page ??
    (size === undefined ? SearchResource.pageTokens.fallback : SearchResource.contextTokens[size])
  let left = request.max_tokens ?? SearchResource.tokens.fallback
  const found: Array<string> = []
  for (const [at, hit] of hits.entries()) {
    const most = Math.min(each, left, Math.ceil(left / (hits.length - at)))
    const snippet = yield* snippetOf(hit, each >= readingTokens, most)
    left -= estimateAtOnce(snippet)
    found.push(snippet)
  }
  return found
}

/** The search engine over an index. Deterministic except for id and time. */
const makeEngine = (index: SearchIndex["Service"]): SearchResource.Engine => ({
  create: Effect.fnUntraced(function* (request) {
    const now = yield* Clock.currentTimeMillis
    const queries = typeof request.query === "string" ? [request.query] : request.query
    const filters = { ...request, search_mode: request.search_mode ?? "web" }
    const lists = yield* Effect.forEach(queries, (query) => index.query({ query, filters }))
    const hits = interleave(lists).slice(0, request.max_results ?? SearchResource.results.fallback)
    const texts = yield* makeTimeSlicer().run(snippets(hits, request))
    return {
      id: SecureRandom.uuidV4Unsafe(),
      server_time: new Date(now).toISOString(),
      results: hits.map(({ page }, place) => ({
        title: page.title,
        url: page.url,
        snippet: texts[place] ?? "",
        date: page.date,
        last_updated: page.lastUpdated
      }))
    }
  })
})

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
