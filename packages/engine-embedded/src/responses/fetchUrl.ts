// The tool `fetch_url`: reads pages from the search index; nothing is fetched from the network.
// Source: §4.7.
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { beginning, withoutQuotes } from "../question-answering/pageSearch.ts"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"

/** Characters of a URL, at most. */
const maxUrlLength = 2_010

const urlPattern = /\bhttps?:\/\/[^\s<>"')\]]{1,2000}/gi

/** Characters examined before the task may pause, and per unit of work. */
const chunkLength = 16_384
const charactersPerUnit = 256

/** Splits a text into URLs and the text between them, in order. */
function* splitAtUrls(text: string): Generator<{ readonly text: string; readonly isUrl: boolean }, void> {
  for (let start = 0; start < text.length;) {
    // Includes the character before, for the word boundary, and enough after to see a URL to its end.
    const from = Math.max(0, start - 1)
    const window = text.slice(from, start + chunkLength + maxUrlLength)
    urlPattern.lastIndex = start - from
    const found = urlPattern.exec(window)
    const end = start + chunkLength
    if (found === null || from + found.index >= end) {
      yield { text: text.slice(start, end), isUrl: false }
      start = end
    } else {
      yield { text: window.slice(start - from, found.index), isUrl: false }
      yield { text: found[0], isUrl: true }
      start = from + found.index + found[0].length
    }
  }
}

/** The URLs in a text, each once; at most `most`. */
export const findUrls = function* (text: string, most: number): CooperativeTask<ReadonlyArray<string>> {
  const found = new Set<string>()
  for (const piece of splitAtUrls(text)) {
    if (piece.isUrl) found.add(piece.text.replace(/[.,;:!?]+$/, ""))
    if (found.size >= most) break
    yield 1 + piece.text.length / charactersPerUnit
  }
  return [...found]
}

/** The longest query sent to search, in characters. */
const queryLength = 400

/** The beginning of a text without its URLs: at least as much as fits a query. */
export const textWithoutUrls = function* (text: string): CooperativeTask<string> {
  let found = ""
  for (const piece of splitAtUrls(text)) {
    found = `${found}${piece.isUrl ? " " : piece.text}`.trimStart()
    if (found.length > chunkLength || found.trimEnd().length > queryLength) break
    yield 1 + piece.text.length / charactersPerUnit
  }
  return found.trimEnd()
}

const isSamePage = (left: string, right: string): boolean => {
  const [a, b] = [URL.parse(left), URL.parse(right)]
  return a !== null && b !== null && a.host === b.host && a.pathname === b.pathname && a.search === b.search
}

/** Tokens of a page that are read, at most. */
const maxPageTokens = 16_384

/** The page at a URL, if the search index has it. `asked` is the question, so that the snippet answers it. */
export const fetchPage = Effect.fnUntraced(function* (
  search: Search["Service"],
  address: string,
  asked: string
) {
  const url = URL.parse(address)
  if (url === null) return undefined
  const words = url.pathname
    .replaceAll(/%[0-9a-f]{2}/gi, " ")
    .replace(/\.\w{2,5}$/, "")
    .replace(/[/_.-]+/g, " ")
  for (const query of [`${words} ${asked}`, words, url.hostname]) {
    if (query.trim() === "") continue
    const { results } = yield* search.create({
      query: withoutQuotes(query.trim().slice(0, queryLength)),
      search_domain_filter: [url.hostname],
      max_results: 20,
      max_tokens: 20 * maxPageTokens,
      max_tokens_per_page: maxPageTokens
    })
    const found = results.find((result) => isSamePage(result.url, address))
    if (found !== undefined) return beginning(found)
  }
  return undefined
})
