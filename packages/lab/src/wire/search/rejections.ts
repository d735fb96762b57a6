// Searches that are refused.
import { codedError, json, type WireCase } from "../WireCase.ts"
import { asking, domains, plain } from "./requests.ts"

type Detail = { readonly loc: ReadonlyArray<string | number>; readonly msg: string; readonly type: string }

const refused = (name: string, body: string, ...detail: ReadonlyArray<Detail>): WireCase =>
  plain({ name: `search: ${name}`, body, status: 422, answer: { detail } })

/** Bodies that are no search. */
export const refusals: ReadonlyArray<WireCase> = [
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
    answer: codedError(
      "Content-Encoding is not supported: send the body as it is",
      "invalid_request_error",
      400
    )
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
