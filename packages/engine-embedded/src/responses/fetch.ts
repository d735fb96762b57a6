// Reads pages by address, as far as search knows them: nothing is fetched from anywhere else.
// Source: §4.7.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import type { Page } from "../answers/answer.ts"

const pattern = /\bhttps?:\/\/[^\s<>"')\]]{1,2000}/gi

/** The addresses a text names, each once. */
export const addressesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(Array.from(text.matchAll(pattern), ([address]) => address.replace(/[.,;:!?]+$/, "")))
]

const same = (left: string, right: string): boolean => {
  const [a, b] = [URL.parse(left), URL.parse(right)]
  return a !== null && b !== null && a.host === b.host && a.pathname === b.pathname && a.search === b.search
}

/** The most of a page that is read, in tokens. */
const pageTokens = 16_384

/** The page at an address, if search has it. The question goes along, as search shows what answers it. */
export const readPage = Effect.fnUntraced(function* (
  search: Search["Service"],
  address: string,
  question: string
) {
  const url = URL.parse(address)
  if (url === null) return undefined
  const words = url.pathname
    .replaceAll(/%[0-9a-f]{2}/gi, " ")
    .replace(/\.\w{2,5}$/, "")
    .replace(/[/_.-]+/g, " ")
  const asked = question.replaceAll(pattern, " ").trim()
  for (const query of [`${words} ${asked}`, words, url.hostname]) {
    if (query.trim() === "") continue
    const { results } = yield* search.create({
      query: query.trim().slice(0, 400),
      search_domain_filter: [url.hostname],
      max_results: 20,
      max_tokens: 20 * pageTokens,
      max_tokens_per_page: pageTokens
    })
    const found = results.find((result) => same(result.url, address))
    if (found !== undefined) {
      const page: Omit<Page, "id"> = found
      return page
    }
  }
  return undefined
})
