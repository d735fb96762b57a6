// Descriptions of search, for the OpenAPI document.
// Source: §2.9, §4.8.
import { filterDescriptions } from "../../schema/filterDescriptions.ts"
import { describe, digits, span } from "../../schema/descriptions.ts"
import { pageTokens, queries, results, tokens } from "./limits.ts"
import { SearchRequest, SearchResponse, SearchResult } from "./schema.ts"

/** The fields of requests and responses. */
export const all = [
  describe(SearchRequest, {
    ...filterDescriptions,
    query: `What to search for: one query, or up to ${queries.max}.`,
    max_results: `Results at most, of all queries together: ${span(results)}. Default ${results.fallback}.`,
    max_tokens: `Tokens of all snippets together: ${span(tokens)}. Default ${digits(tokens.fallback)}.`,
    max_tokens_per_page: `Tokens of one snippet: ${span(pageTokens)}. Default ${digits(pageTokens.fallback)}.`,
    country: "Where the searcher is, ISO 3166-1: two letters.",
    search_context_size: "How long snippets are when max_tokens_per_page is not given.",
    display_server_time: "No effect: server_time is always there."
  }),
  describe(SearchResult, {
    snippet: "What the page says about the query.",
    date: "Published, YYYY-MM-DD. Absent when unknown.",
    last_updated: "Changed last, YYYY-MM-DD. Absent when unknown."
  }),
  describe(SearchResponse, {
    results: "The best first; empty when nothing fits.",
    server_time: "RFC 3339, UTC.",
    usage: "What the search cost. Absent where the server has no price for it."
  })
]
