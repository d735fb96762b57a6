// Calls the search service with the filters of a chat or responses request.
// Source: §4.8, §4.10.
import { runLimits } from "@leadline/core/responses"
import type { Search, SearchRequest, SearchResult } from "@leadline/core/search"
import * as Effect from "effect/Effect"

/** Characters of a page that are read. Some of the work on a page cannot pause. */
export const pageLength = 65_536

/** The beginning of a page, as far as it is read. */
export const beginning = <P extends { readonly snippet: string }>(page: P): P =>
  page.snippet.length <= pageLength ? page : { ...page, snippet: page.snippet.slice(0, pageLength) }

type Filters = {
  readonly [Name in keyof Omit<SearchRequest, "query">]?: SearchRequest[Name] | null | undefined
}

/** The country as a filter, if it is a two-letter code. */
export const countryFilter = (location: { readonly country?: string } | undefined): Filters =>
  /^[A-Za-z]{2}$/.test(location?.country ?? "") ? { country: location?.country } : {}

/** Removes quotation marks from a question: the search would exclude all pages without the quoted phrase. */
export const withoutQuotes = (query: string): string => query.replaceAll(/["“”„]/g, "").trim() || query

/**
 * A search with fixed filters, which keeps so many characters of results as one run may hold, and counts its calls. With a
 * preferred language, and no language filter, pages in that language are searched first; if there are none, others are.
 */
export const makePageSearch = (search: Search["Service"], filters: Filters, language: string | undefined) => {
  let count = 0
  let characters: number = runLimits.characters
  const fits = ({ snippet, title, url }: SearchResult): boolean => {
    characters -= snippet.length + title.length + url.length
    return characters >= 0
  }
  const given = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined)
  const ask = (query: string, more: Filters) =>
    Effect.suspend(() => {
      count++
      return Effect.map(
        search.create({
          ...Object.fromEntries(given),
          ...more,
          query: withoutQuotes(query)
        } as SearchRequest),
        ({ results }) => results.map(beginning).filter(fits)
      )
    })
  const prefers = language !== undefined && (filters.search_language_filter ?? []).length === 0
  return {
    /** Searches made so far. */
    count: () => count,
    searchPages: (query: string) =>
      prefers
        ? Effect.filterOrElse(
            ask(query, { search_language_filter: [language.toLowerCase()] }),
            (results) => results.length > 0,
            () => ask(query, {})
          )
        : ask(query, {})
  }
}
