// Descriptions of the web search filters, for the OpenAPI document.
// Source: §4.8, §4.10.
import { filterEntries } from "./limits.ts"
import type { SearchFilters } from "./SearchFilters.ts"

/** The filters of search and chat. */
export const filterDescriptions: { readonly [Name in keyof SearchFilters]: string } = {
  search_domain_filter: `Domains to search, subdomains included; a leading - denies one instead. At most ${filterEntries}.`,
  search_language_filter: `Languages of the pages, ISO 639-1. At most ${filterEntries}.`,
  search_recency_filter: "How far back pages may have been published. Not together with publication dates.",
  search_after_date_filter: "Published after this day, MM/DD/YYYY.",
  search_before_date_filter: "Published before this day, MM/DD/YYYY.",
  last_updated_after_filter: "Updated after this day, MM/DD/YYYY.",
  last_updated_before_filter: "Updated before this day, MM/DD/YYYY.",
  search_mode: "Where to search. Default web."
}
