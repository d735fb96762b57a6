// Asks the search service with the filters of a request.
// Source: §4.8, §4.10.
import type { Search, SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import type { SearchPages } from "./research.ts"

/** How much is found and read, by size of the context. Assumed: ours. */
export const contextSizes = {
  low: { max_results: 5, max_tokens_per_page: 1_024, max_tokens: 5_120 },
  medium: { max_results: 8, max_tokens_per_page: 2_048, max_tokens: 12_288 },
  high: { max_results: 12, max_tokens_per_page: 4_096, max_tokens: 32_768 }
} as const

/** Fields of a search beyond its query. */
export type Filters = Omit<SearchRequest, "query">

/** A way to search that counts. */
export interface PageSearch {
  readonly searchPages: SearchPages
  /** Searches made so far. */
  readonly count: () => number
}

/** The same as a request writes them: absent, null or given. */
export type OptionalFilters = { readonly [Name in keyof Filters]?: Filters[Name] | undefined }

/** Two letters that name a country; other names are not told to search. */
export const countryFilter = (location: { readonly country?: string } | undefined): OptionalFilters =>
  /^[A-Za-z]{2}$/.test(location?.country ?? "") ? { country: location?.country } : {}

/** Leaves out what is null or undefined. */
export const definedFilters = (filters: OptionalFilters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== undefined))

/**
 * Searches with fixed filters. Pages in the preferred language go first: they are asked for alone, and only when
 * there are none are pages of any language taken.
 */
export const makePageSearch = (
  search: Search["Service"],
  filters: OptionalFilters,
  language: string | undefined
): PageSearch => {
  let count = 0
  const ask = (query: string, more: Filters) =>
    Effect.suspend(() => {
      count++
      return Effect.map(
        search.create({ ...definedFilters(filters), ...more, query }),
        ({ results }) => results
      )
    })
  const prefers = language !== undefined && (filters.search_language_filter ?? []).length === 0
  return {
    count: () => count,
    searchPages: (query) =>
      prefers
        ? Effect.filterOrElse(
            ask(query, { search_language_filter: [language] }),
            (results) => results.length > 0,
            () => ask(query, {})
          )
        : ask(query, {})
  }
}
