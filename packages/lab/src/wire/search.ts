// Wire cases of search.
import {
  allFailures,
  casesWith,
  detail,
  failureCases,
  refusalsWith,
  unauthorized,
  wrongMethod,
  type WireCase
} from "./WireCase.ts"

/** A body with a query, and other fields. */
const asking = (fields: object = {}) => JSON.stringify({ query: "tides", ...fields })

/** Makes cases of the path of searches. */
const plain = casesWith("", { path: "/search" })

const refuse = refusalsWith("search: ", 422, detail, { path: "/search" })
const refused = (fields: object, ...issues: ReadonlyArray<string>) =>
  refuse({ query: "tides", ...fields }, ...issues)

/** Bodies that are no search. */
const refusals: ReadonlyArray<WireCase> = [
  refuse({}, "query: field required [missing]"),
  refused({ query: ["a", ""] }, "query[1]: expected a query that is not empty [string_too_short]"),
  refused({ query: [] }, "query: expected at least 1 query [too_short]"),
  refused({ query: Array(6).fill("a") }, "query: expected at most 5 queries [too_long]"),
  refused({ max_results: 0 }, "max_results: expected at least 1 [greater_than_equal]"),
  refused({ max_results: 21 }, "max_results: expected at most 20 [less_than_equal]"),
  refused({ query: null }, "query: expected a query or an array of queries [value_error]"),
  ...["max_tokens", "max_tokens_per_page"].map((field) =>
    refused({ [field]: 1_000_001 }, `${field}: expected at most 1000000 [less_than_equal]`)
  ),
  refused(
    { search_domain_filter: Array(21).fill("a.example") },
    "search_domain_filter: expected at most 20 entries [too_long]"
  ),
  refused(
    { search_domain_filter: ["a".repeat(254)] },
    "search_domain_filter[0]: expected at most 253 characters [string_too_long]"
  ),
  refused(
    { search_after_date_filter: "2/30/2026" },
    "search_after_date_filter: expected a real date, written MM/DD/YYYY [value_error]"
  ),
  refused(
    { search_recency_filter: "week", search_before_date_filter: "1/1/2026" },
    "search_recency_filter: expected no recency together with publication dates [value_error]"
  ),
  refused(
    { max_results: 0, country: "FRA", top_k: 1 },
    "top_k: unknown field [extra_forbidden]",
    "max_results: expected at least 1 [greater_than_equal]",
    "country: expected two letters, as in FR [string_pattern_mismatch]"
  ),
  unauthorized("search: no key", { path: "/search" })
]

const found = (query: string, rank: number) => ({
  title: `${query} ${rank}`,
  url: `https://tides.example/${query}/${rank}`,
  snippet: `What page ${rank} says about ${query}.`,
  date: "2026-11-20",
  last_updated: "2026-11-21"
})
const answer = (...results: ReadonlyArray<object>) => ({
  id: "0199a1b2-0000-4000-8000-000000000000",
  server_time: "2026-11-21T08:30:00.000Z",
  results
})

const successes: ReadonlyArray<WireCase> = [
  plain("search finds pages", asking({ max_results: 2 }), 200, answer(found("tides", 1), found("tides", 2))),
  plain(
    "an unknown date is left out, never null, and an unknown field stays",
    asking({ query: "nulls" }),
    200,
    (body: { readonly results: ReadonlyArray<object> }) =>
      body.results.length === 1 &&
      !JSON.stringify(body).includes("null,") &&
      !("date" in (body.results[0] ?? {})) &&
      "ranked" in (body.results[0] ?? {})
  )
]

/** All cases of search, in reading order. */
export const searchWire: ReadonlyArray<WireCase> = [
  ...successes,
  ...refusals,
  wrongMethod("GET", "/search", "POST"),
  ...failureCases(allFailures, (tag) => ({ path: "/search", body: asking({ query: `fail:${tag}` }) }), {
    coded: true,
    what: "search: an engine's"
  })
]
