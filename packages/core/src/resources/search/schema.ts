// Requests and responses of search.
// Source: §2.9, §4.8.
import * as Schema from "effect/Schema"
import { matching, notEmpty, ofLength, within } from "../../schema/checks.ts"
import { open, openEnum, optionalOrNull } from "../../schema/open.ts"
import { searchFilters, window } from "../../schema/SearchFilters.ts"
import * as limits from "./limits.ts"

// Assumed: clients. Null counts as absent.
const integer = (bounds: { readonly min: number; readonly max: number }) =>
  Schema.Int.check(within({ min: bounds.min }), within({ max: bounds.max }))

const Text = Schema.String.check(notEmpty("a query that is not empty", "string_too_short"))

// Assumed: docs.
/** One query, or up to 5 that share one list of results. */
export const Query = Schema.Union([
  Text,
  Schema.Array(Text).check(
    ofLength({ min: limits.queries.min }, "query"),
    ofLength({ max: limits.queries.max }, "queries")
  )
]).annotate({ expected: "a query or an array of queries" })

/** {@link Query}, readonly. */
export type Query = string | ReadonlyArray<string>

// Field names are Assumed: OAS.
/** The request. Closed: unknown fields are an error. */
export const SearchRequest = Schema.Struct({
  /** What to search for: one query, or up to 5. */
  query: Query,
  /** Results at most, of all queries together: 1 to 20. Default 10. */
  max_results: optionalOrNull(integer(limits.results)),
  /** Tokens of all snippets together: 1 to 1,000,000. Default 10,000. */
  max_tokens: optionalOrNull(integer(limits.tokens)),
  /** Tokens of one snippet: 1 to 1,000,000. Default 4,096. */
  max_tokens_per_page: optionalOrNull(integer(limits.pageTokens)),
  /** Where the searcher is, ISO 3166-1: two letters. */
  country: optionalOrNull(Schema.String.check(matching(/^[A-Za-z]{2}$/, "two letters, as in FR"))),
  ...searchFilters,
  // Assumed: clients. A released client sends the first, another the second.
  /** How long snippets are when `max_tokens_per_page` is not given. */
  search_context_size: optionalOrNull(Schema.Literals(["low", "medium", "high"])),
  /** No effect: `server_time` is always there. */
  display_server_time: optionalOrNull(Schema.Boolean)
}).check(window)

/** {@link SearchRequest}, readonly. */
export interface SearchRequest extends Schema.Schema.Type<typeof SearchRequest> {
  readonly query: Query
}

const resultFields = <D extends Schema.Top>(day: D) => ({
  title: Schema.String,
  url: Schema.String,
  snippet: Schema.String,
  date: Schema.optionalKey(day),
  last_updated: Schema.optionalKey(day)
})

// Assumed: ours.
/** What the calls of a search service for one request cost. */
export const SearchUsage = open({
  cost: open({
    currency: optionalOrNull(openEnum(["USD"])),
    /** USD. */
    total_cost: Schema.Finite
  })
})

/** {@link SearchUsage}, readonly. */
export interface SearchUsage extends Schema.Schema.Type<typeof SearchUsage> {}

const responseFields = <R extends Schema.Top>(one: R) => ({
  id: Schema.String,
  results: Schema.Array(one),
  server_time: Schema.optionalKey(Schema.String),
  usage: optionalOrNull(SearchUsage)
})

// Assumed: OAS.
/** A page found. Title, url and snippet are required; unknown dates are left out. */
export const SearchResult = open(resultFields(Schema.String))

/** {@link SearchResult}, readonly. */
export interface SearchResult extends Schema.Schema.Type<typeof SearchResult> {}

/** The response. Open: unknown fields are kept. */
export const SearchResponse = open(responseFields(SearchResult))

/** {@link SearchResponse}, readonly. */
export interface SearchResponse extends Schema.Schema.Type<typeof SearchResponse> {}

// Assumed: clients.
/** The response of other servers, where unknown dates may be null. */
export const LenientResponse = open(responseFields(open(resultFields(Schema.NullOr(Schema.String)))))

/** A response without nulls: unknown dates are absent. */
export const withoutNulls = (response: typeof LenientResponse.Type): SearchResponse => ({
  ...response,
  results: response.results.map(({ date, last_updated, ...rest }) => ({
    ...rest,
    ...(typeof date === "string" ? { date } : {}),
    ...(typeof last_updated === "string" ? { last_updated } : {})
  }))
})
