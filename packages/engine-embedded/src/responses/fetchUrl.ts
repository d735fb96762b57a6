// The tool `fetch_url`: reads pages from the search index; nothing is fetched from the network.
// Source: §4.7.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { readingTokens } from "../search/engine.ts"
import { beginning, withoutQuotes } from "../question-answering/pageSearch.ts"
import { queryOf } from "../question-answering/question.ts"

const urlPattern = /\bhttps?:\/\/[^\s<>"')\]]{1,2000}/gi

/** The URLs in a text, each once; at most `most`. */
export const findUrls = (text: string, most: number): ReadonlyArray<string> => {
  const found = Array.from(text.matchAll(urlPattern), ([url]) => url.replace(/[.,;:!?]+$/, ""))
  return [...new Set(found)].slice(0, most)
}

const isSamePage = (left: string, right: string): boolean => {
  const [a, b] = [URL.parse(left), URL.parse(right)]
  return a !== null && b !== null && a.host === b.host && a.pathname === b.pathname && a.search === b.search
}

/** The page at a URL, if the search index has it. The snippet is to answer the question. */
export const fetchPage = Effect.fnUntraced(function* (
  search: Search["Service"],
  address: string,
  question: string
) {
  const url = URL.parse(address)
  if (url === null) return undefined
  const asked = question.replaceAll(urlPattern, " ")
  const words = url.pathname
    .replaceAll(/%[0-9a-f]{2}/gi, " ")
    .replace(/\.\w{2,5}$/, "")
    .replace(/[/_.-]+/g, " ")
  for (const query of [`${words} ${asked}`, words, url.hostname].map(queryOf)) {
    if (query === "") continue
    const { results } = yield* search.create({
      query: withoutQuotes(query),
      search_domain_filter: [url.hostname],
      max_results: 20,
      max_tokens: 20 * readingTokens,
      max_tokens_per_page: readingTokens
    })
    const found = results.find((result) => isSamePage(result.url, address))
    if (found !== undefined) return beginning(found)
  }
  return undefined
})
