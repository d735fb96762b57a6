// The tool `fetch_url`: reads pages from the search index; nothing is fetched from the network.
// Source: §4.7.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { readPages } from "../question-answering/services.ts"
import { queryOf } from "../question-answering/question.ts"
import { readingTokens } from "../search/engine.ts"

const urlPattern = /\bhttps?:\/\/[^\s<>"')\]]{1,2000}/gi

/** The URLs in a text, each once; at most `most`. */
export const findUrls = (text: string, most: number): ReadonlyArray<string> => {
  const found = Array.from(text.matchAll(urlPattern), ([url]) => url.replace(/[.,;:!?]+$/, ""))
  return [...new Set(found)].filter((url) => URL.canParse(url)).slice(0, most)
}

const withoutHash = (address: string): string => address.replace(/#.*$/, "")

/** The page at a URL, if the search index has it. The snippet is to answer the question. */
export const fetchPage = Effect.fnUntraced(function* (
  search: Search["Service"],
  address: string,
  question: string
) {
  const { href, hostname, pathname } = new URL(address)
  const words = pathname.replace(/\.\w{2,5}$/, "").replaceAll(/%[0-9a-f]{2}|[/_.-]+/gi, " ")
  const asked = question.replaceAll(urlPattern, " ")
  for (const query of [`${words} ${asked}`, `${words} ${hostname}`]) {
    const pages = yield* readPages(search, queryOf(query), {
      search_domain_filter: [hostname],
      max_results: 20,
      max_tokens: 20 * readingTokens,
      max_tokens_per_page: readingTokens
    })
    const found = pages.find(({ url }) => withoutHash(URL.parse(url)?.href ?? "") === withoutHash(href))
    if (found !== undefined) return found
  }
  return undefined
})
