// Wire cases of search.
import * as limits from "@leadline/core/search"
import { allFailures, failureCases, wrongMethod, wrongPath, type WireCase } from "../WireCase.ts"
import { refusals } from "./rejections.ts"
import { asking, domains, plain } from "./requests.ts"

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
    "several queries are one flat list",
    asking({ query: ["tides", "brest"], max_results: 3 }),
    200,
    answer(found("tides", 1), found("brest", 1), found("tides", 2))
  ),
  plain("no results are an empty list and 200", asking({ query: "nothing" }), 200, answer()),
  plain(
    "an unknown date is left out, never null, and an unknown field stays",
    asking({ query: "nulls" }),
    200,
    (body: { readonly results: ReadonlyArray<object> }) =>
      body.results.length === 1 &&
      !JSON.stringify(body).includes("null,") &&
      !("date" in (body.results[0] ?? {})) &&
      "ranked" in (body.results[0] ?? {})
  ),
  plain(
    "search takes every field at its largest",
    asking({
      query: Array(limits.queries.max).fill("a"),
      max_results: limits.results.max,
      max_tokens: limits.tokens.max,
      max_tokens_per_page: limits.pageTokens.max,
      country: "fr",
      ...domains(20),
      search_language_filter: Array(20).fill("en"),
      search_after_date_filter: "1/2/2026",
      search_before_date_filter: "12/31/2026",
      last_updated_after_filter: "01/02/2026",
      last_updated_before_filter: "2/29/2028",
      search_mode: "sec",
      search_context_size: "medium",
      display_server_time: false
    }),
    200,
    (body: { readonly results: ReadonlyArray<object> }) => body.results.length === limits.results.max
  )
]

const paths: ReadonlyArray<WireCase> = [
  ...["/v1/search", "/search/", "/SEARCH"].map((path) => wrongPath(path)),
  wrongMethod("GET", "/search", "POST")
]

const outages = failureCases(
  allFailures,
  (tag) => ({ path: "/search", body: asking({ query: `fail:${tag}` }) }),
  { coded: true, what: "search: an engine's" }
)

/** All cases of search, in reading order. */
export const searchWire: ReadonlyArray<WireCase> = [...successes, ...refusals, ...paths, ...outages]
