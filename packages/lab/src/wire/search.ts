// Wire cases of search.
import { bare, gateway, identified, internal, json, type WireCase } from "./WireCase.ts"

const asking = (fields: object = {}) => JSON.stringify({ query: "tides", ...fields })

const plain = (wire: Omit<WireCase, "path" | "answerHeaders">): WireCase => ({
  path: "/search",
  answerHeaders: identified,
  ...wire
})

const error = (message: string, type: string, code: number) => ({
  error: { message, type, code, param: null }
})

type Detail = { readonly loc: ReadonlyArray<string | number>; readonly msg: string; readonly type: string }

const refused = (name: string, body: string, ...detail: ReadonlyArray<Detail>): WireCase =>
  plain({ name: `search: ${name}`, body, status: 422, answer: { detail } })

const failed = (tag: string, status: number, message: string, type: string, headers = {}): WireCase => ({
  ...plain({
    name: `search: an engine's ${tag} is ${status}, without its own text`,
    body: asking({ query: `fail:${tag}` }),
    status,
    answer: error(message, type, status)
  }),
  answerHeaders: { ...identified, ...headers }
})

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

const domains = (size: number) => ({ search_domain_filter: Array(size).fill("tides.example") })

const successes: ReadonlyArray<WireCase> = [
  plain({
    name: "search finds pages",
    body: asking({ max_results: 2 }),
    status: 200,
    answer: answer(found("tides", 1), found("tides", 2))
  }),
  plain({
    name: "several queries are one flat list",
    body: asking({ query: ["tides", "brest"], max_results: 3 }),
    status: 200,
    answer: answer(found("tides", 1), found("brest", 1), found("tides", 2))
  }),
  plain({
    name: "no results are an empty list and 200",
    body: asking({ query: "nothing" }),
    status: 200,
    answer: answer()
  }),
  plain({
    name: "an unknown date is left out, never null",
    body: asking({ query: "nulls" }),
    status: 200,
    answer: (body: { readonly results: ReadonlyArray<object> }) =>
      body.results.length === 1 &&
      !JSON.stringify(body).includes("null,") &&
      !("date" in (body.results[0] ?? {}))
  }),
  plain({
    name: "search takes every field at its largest",
    body: asking({
      query: ["a", "b", "c", "d", "e"],
      max_results: 20,
      max_tokens: 1_000_000,
      max_tokens_per_page: 1_000_000,
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
    status: 200,
    answer: (body: { readonly results: ReadonlyArray<object> }) => body.results.length === 20
  })
]

const refusals: ReadonlyArray<WireCase> = [
  refused("a missing query is 422", "{}", { loc: ["body", "query"], msg: "field required", type: "missing" }),
  refused("an empty query is 422", asking({ query: "" }), {
    loc: ["body", "query"],
    msg: "expected a query that is not empty",
    type: "string_too_short"
  }),
  refused("an empty query among others is 422", asking({ query: ["a", ""] }), {
    loc: ["body", "query", 1],
    msg: "expected a query that is not empty",
    type: "string_too_short"
  }),
  refused("no query in the list is 422", asking({ query: [] }), {
    loc: ["body", "query"],
    msg: "expected at least 1 query",
    type: "too_short"
  }),
  refused("six queries are 422", asking({ query: Array(6).fill("a") }), {
    loc: ["body", "query"],
    msg: "expected at most 5 queries",
    type: "too_long"
  }),
  refused("0 results are 422", asking({ max_results: 0 }), {
    loc: ["body", "max_results"],
    msg: "expected at least 1",
    type: "greater_than_equal"
  }),
  refused("21 results are 422", asking({ max_results: 21 }), {
    loc: ["body", "max_results"],
    msg: "expected at most 20",
    type: "less_than_equal"
  }),
  refused("a query of null is 422", asking({ query: null }), {
    loc: ["body", "query"],
    msg: "expected a query or an array of queries",
    type: "value_error"
  }),
  refused("half a result is 422", asking({ max_results: 1.5 }), {
    loc: ["body", "max_results"],
    msg: "expected an integer",
    type: "int_type"
  }),
  ...["max_tokens", "max_tokens_per_page"].flatMap((field) => [
    refused(`0 as ${field} is 422`, asking({ [field]: 0 }), {
      loc: ["body", field],
      msg: "expected at least 1",
      type: "greater_than_equal"
    }),
    refused(`1,000,001 as ${field} is 422`, asking({ [field]: 1_000_001 }), {
      loc: ["body", field],
      msg: "expected at most 1000000",
      type: "less_than_equal"
    })
  ]),
  refused("the 21st language is 422", asking({ search_language_filter: Array(21).fill("en") }), {
    loc: ["body", "search_language_filter"],
    msg: "expected at most 20 entries",
    type: "too_long"
  }),
  refused("a language of three letters is 422", asking({ search_language_filter: ["eng"] }), {
    loc: ["body", "search_language_filter", 0],
    msg: "expected two letters, as in en",
    type: "string_pattern_mismatch"
  }),
  refused("a day in another form is 422", asking({ last_updated_before_filter: "2026-02-03" }), {
    loc: ["body", "last_updated_before_filter"],
    msg: "expected a real date, written MM/DD/YYYY",
    type: "value_error"
  }),
  refused("an unknown mode is 422", asking({ search_mode: "news" }), {
    loc: ["body", "search_mode"],
    msg: "expected one of web, academic, sec",
    type: "literal_error"
  }),
  refused("the 21st domain is 422", asking(domains(21)), {
    loc: ["body", "search_domain_filter"],
    msg: "expected at most 20 entries",
    type: "too_long"
  }),
  refused("a domain of 254 characters is 422", asking({ search_domain_filter: ["a".repeat(254)] }), {
    loc: ["body", "search_domain_filter", 0],
    msg: "expected at most 253 characters",
    type: "string_too_long"
  }),
  refused("an unknown recency is 422", asking({ search_recency_filter: "decade" }), {
    loc: ["body", "search_recency_filter"],
    msg: "expected one of hour, day, week, month, year",
    type: "literal_error"
  }),
  refused("a day that is not in the calendar is 422", asking({ search_after_date_filter: "2/30/2026" }), {
    loc: ["body", "search_after_date_filter"],
    msg: "expected a real date, written MM/DD/YYYY",
    type: "value_error"
  }),
  refused(
    "a recency together with a publication date is 422",
    asking({ search_recency_filter: "week", search_before_date_filter: "1/1/2026" }),
    {
      loc: ["body", "search_recency_filter"],
      msg: "expected no recency together with publication dates",
      type: "value_error"
    }
  ),
  refused(
    "all issues of a body are reported",
    asking({ max_results: 0, country: "FRA", top_k: 1 }),
    { loc: ["body", "top_k"], msg: "unknown field", type: "extra_forbidden" },
    { loc: ["body", "max_results"], msg: "expected at least 1", type: "greater_than_equal" },
    { loc: ["body", "country"], msg: "expected two letters, as in FR", type: "string_pattern_mismatch" }
  ),
  refused("a body that is no JSON is 422, with the byte", `{"query":}`, {
    loc: ["body", 9],
    msg: "JSON decode error",
    type: "json_invalid"
  }),
  plain({
    name: "search: a content coding is 400 as an error object",
    headers: [["content-encoding", "gzip"]],
    body: asking(),
    status: 400,
    answer: error("Content-Encoding is not supported: send the body as it is", "invalid_request_error", 400)
  }),
  {
    name: "search: no key is 401, whatever the body",
    path: "/search",
    anonymous: true,
    body: "{",
    status: 401,
    answer: {
      error: {
        message: "Missing or invalid API key. Send the header Authorization: Bearer <key>.",
        type: "invalid_api_key",
        code: 401
      }
    },
    answerHeaders: { "content-type": json, "x-request-id": null }
  }
]

const paths: ReadonlyArray<WireCase> = [
  ...["/v1/search", "/search/", "/SEARCH"].map((path): WireCase => ({
    name: `the path ${path} is 404 and empty`,
    path,
    body: asking(),
    status: 404,
    answer: "",
    answerHeaders: { ...bare, "x-request-id": null }
  })),
  {
    name: "GET /search is 405, empty, with Allow",
    method: "GET",
    path: "/search",
    anonymous: true,
    status: 405,
    answer: "",
    answerHeaders: { ...bare, allow: "POST" }
  }
]

const outages: ReadonlyArray<WireCase> = [
  failed("InternalServerError", 500, ...internal),
  failed("ConnectionError", 502, ...gateway),
  failed("InvalidResponseError", 502, ...gateway),
  failed("UnavailableError", 503, "The service is temporarily unavailable.", "service_unavailable", {
    "retry-after": "7"
  }),
  failed("DeadlineExceededError", 504, "The model did not answer in time.", "gateway_timeout"),
  failed("RateLimitError", 429, "Over the token limit.", "too_many_requests", { "retry-after": "3" }),
  ...["AuthenticationError", "PermissionDeniedError", "NotFoundError", "ConflictError"].map((tag) =>
    failed(tag, 500, ...internal)
  )
]

/** All cases of search, in reading order. */
export const searchWire: ReadonlyArray<WireCase> = [...successes, ...refusals, ...paths, ...outages]
