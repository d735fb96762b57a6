// The embedded search engine: groups ranked passages into pages with snippets.
// Source: §2.9, §4.8.
import * as SearchResource from "@leadline/core/search"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { truncateText } from "../text/estimateTokens.ts"
import { type CooperativeTask, makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { estimateAtOnce } from "../text/estimateTokens.ts"
import type { RankedPage } from "./rank.ts"
import type { Passage } from "./readers/document.ts"
import type { SearchIndex } from "./SearchIndex.ts"

/** Who asks for so many tokens of a page reads it: its snippet is the page itself. */
export const readingTokens = 16_384

/** Least score of a passage in a snippet, as a share of the page's best score. */
const minPassageShare = 0.4

/** Interleaves the results of several queries: the first of each, then the second; each URL once. */
const interleave = (
  lists: ReadonlyArray<ReadonlyArray<RankedPage>>,
  size: number
): ReadonlyArray<RankedPage> => {
  const found = new Map<string, RankedPage>()
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let rank = 0; rank < longest && found.size < size; rank++) {
    for (const list of lists) {
      const hit = list[rank]
      if (hit !== undefined && found.size < size && !found.has(hit.page.url)) found.set(hit.page.url, hit)
    }
  }
  return Array.from(found.values())
}

/** A passage with its heading as Markdown. Without one, and if it is not the first, it gets the title of the page. */
const passageText = (title: string, { heading, text }: Passage, isFirst: boolean): string => {
  if (heading !== "") return `## ${heading}\n\n${text}`
  return isFirst ? text : `# ${title}\n\n${text}`
}

/** Characters counted per unit of work. */
const charactersPerUnit = 6

/** The passages of a page within a token limit: the best that match, best first; all in their order where it is to be read. */
const snippetOf = function* ({ page, passages, whole }: RankedPage, most: number): CooperativeTask<string> {
  const least = minPassageShare * (passages[0]?.score ?? 0)
  const chosen = most >= readingTokens ? whole : passages.filter(({ score }) => score >= least)
  let snippet = ""
  let left = most
  for (const passage of chosen) {
    const text = passageText(page.title, passage, snippet === "")
    snippet += snippet === "" ? text : `\n\n${text}`
    left -= estimateAtOnce(text)
    yield 1 + text.length / charactersPerUnit
    if (left <= 0) break
  }
  return truncateText(snippet, most).text
}

/** Divides tokens fairly: each gets what it needs, or the same share as the others that need more. */
const divideTokens = (needs: ReadonlyArray<number>, total: number): ReadonlyArray<number> => {
  const given = needs.map(() => 0)
  let left = total
  const order = needs.map((_, index) => index).toSorted((a, b) => (needs[a] ?? 0) - (needs[b] ?? 0) || a - b)
  for (const [position, index] of order.entries()) {
    given[index] = Math.min(needs[index] ?? 0, Math.ceil(left / (order.length - position)))
    left -= given[index]
  }
  return given
}

const snippets = function* (
  hits: ReadonlyArray<RankedPage>,
  request: SearchResource.SearchRequest
): CooperativeTask<ReadonlyArray<string>> {
  const size = request.search_context_size ?? undefined
  const each =
    request.max_tokens_per_page ??
    (size === undefined ? SearchResource.pageTokens.fallback : SearchResource.contextTokens[size])
  const whole: Array<string> = []
  for (const hit of hits) whole.push(yield* snippetOf(hit, each))
  const budgets = divideTokens(
    whole.map(estimateAtOnce),
    request.max_tokens ?? SearchResource.tokens.fallback
  )
  return whole.map((snippet, index) => truncateText(snippet, budgets[index]).text)
}

/** The search engine over an index. Deterministic except for id and time. */
export const makeEngine = (index: SearchIndex["Service"]): SearchResource.Engine => ({
  create: Effect.fnUntraced(function* (request) {
    const now = yield* Clock.currentTimeMillis
    const queries = typeof request.query === "string" ? [request.query] : request.query
    const most = request.max_results ?? SearchResource.results.fallback
    const filters = { ...request, search_mode: request.search_mode ?? "web" }
    const lists = yield* Effect.forEach(queries, (query) => index.query({ query, filters }))
    const hits = interleave(lists, most)
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
