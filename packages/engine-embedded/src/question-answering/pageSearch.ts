// Calls the search service with the filters of a chat or responses request.
// Source: §4.8, §4.10.
import { runLimits } from "@leadline/core/responses"
import type { Search, SearchRequest, SearchResult } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import type { SearchPages } from "./research.ts"

/** Fields of a search beyond its query. */
export type Filters = Omit<SearchRequest, "query">

/** Characters of a page that are read. Some of the work on a page cannot pause. */
export const pageLength = 65_536

/** The beginning of a page, as far as it is read. */
export const beginning = <P extends { readonly snippet: string }>(page: P): P =>
  page.snippet.length <= pageLength ? page : { ...page, snippet: page.snippet.slice(0, pageLength) }

/** A search function with a counter. */
export interface PageSearch {
  readonly searchPages: SearchPages
  /** Searches made so far. */
  readonly count: () => number
}

/** {@link Filters} that may also be undefined. */
export type OptionalFilters = { readonly [Name in keyof Filters]?: Filters[Name] | undefined }

/** The country as a filter, if it is a two-letter code. */
export const countryFilter = (location: { readonly country?: string } | undefined): OptionalFilters =>
  /^[A-Za-z]{2}$/.test(location?.country ?? "") ? { country: location?.country } : {}

/** Drops fields that are null or undefined. */
export const definedFilters = (filters: OptionalFilters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== undefined))

/** Removes quotation marks from a question: the search would exclude all pages without the quoted phrase. */
export const withoutQuotes = (query: string): string =>
  query.replaceAll(/["“”„]/g, "").trim() === "" ? query : query.replaceAll(/["“”„]/g, "")

/**
 * Searches with fixed filters, and keeps so many characters of results as one run may hold. With a preferred language, and no language filter, only pages in that language are
 * searched first; if there are none, pages of any language are.
 */
export const makePageSearch = (
  search: Search["Service"],
  filters: OptionalFilters,
  language: string | undefined
): PageSearch => {
  let count = 0
  let characters: number = runLimits.characters
  const fits = ({ snippet, title, url }: SearchResult): boolean => {
    characters -= snippet.length + title.length + url.length
    return characters >= 0
  }
  const ask = (query: string, more: Filters) =>
    Effect.suspend(() => {
      count++
      return Effect.map(
        search.create({ ...definedFilters(filters), ...more, query: withoutQuotes(query) }),
        ({ results }) => results.map(beginning).filter(fits)
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
