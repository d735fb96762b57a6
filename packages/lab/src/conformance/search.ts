// Conformance cases of search, for every engine and every setup.
import * as limits from "@leadline/core/search"
import { Search, type SearchRequest, type SearchResponse } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { layerFakeSearch } from "../fakes/search.ts"
import { searchWire } from "../wire/search.ts"
import { type Conformance, conformanceCase, expect, expectSame } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<Search>

const find = (request: SearchRequest) => Search.use((search) => search.create(request))

/** Sends a body without type checks. */
const unchecked = (body: unknown) => find(body as SearchRequest)

const query = "How are API keys made?"
const urls = ({ results }: SearchResponse) => results.map(({ url }) => url)
const list = <A>(size: number, entry: A): Array<A> => Array.from({ length: size }, () => entry)
const most = limits.results.max
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const day = /^\d{4}-\d{2}-\d{2}$/

/** The largest of every number, and each filter. */
const everything = {
  query: list(limits.queries.max, "keys"),
  max_results: most,
  max_tokens: limits.tokens.max,
  max_tokens_per_page: limits.pageTokens.max,
  search_domain_filter: list(20, "-tides.example"),
  search_language_filter: list(20, "en"),
  search_after_date_filter: "1/1/2020",
  last_updated_before_filter: "12/31/2020",
  search_mode: "academic",
  country: "FR",
  search_context_size: "high",
  display_server_time: true
}

/** Cases of any implementation that finds something about API keys, model lists and retries. */
const cases: Conformance<Search>["cases"] = [
  check("results have a title, an address, a snippet and known dates or none", function* () {
    const { id, results, server_time } = yield* find({ query })
    yield* expect(id.length > 0 && time.test(server_time ?? ""), "id or time")
    yield* expect(results.length > 0 && results.length <= 10, `${results.length} results`)
    for (const { date, last_updated, snippet, title, url } of results) {
      yield* expect(title !== "" && snippet !== "" && /^https?:\/\//.test(url), `${title} ${url}`)
      for (const known of [date, last_updated])
        yield* expect(known === undefined || day.test(known), `${known}`)
    }
  }),
  check("max_results bounds the list of one query and of several together", function* () {
    for (const max_results of [1, 2, most]) {
      const one = yield* find({ query, max_results })
      yield* expect(one.results.length > 0 && one.results.length <= max_results, "one query")
      const two = yield* find({ query: [query, "Which models are listed?"], max_results })
      yield* expect(two.results.length > 0 && two.results.length <= max_results, "two queries")
    }
  }),
  check("several queries take turns by rank, and no address comes twice", function* () {
    const queries = [query, "Which models are listed?", query]
    const lists = (yield* Effect.forEach(queries, (one) => find({ query: one, max_results: most }))).map(urls)
    const turns = Array.from({ length: most }, (_, rank) =>
      lists.flatMap((found) => found.slice(rank, rank + 1))
    )
    const together = urls(yield* find({ query: queries, max_results: most }))
    yield* expectSame(together, Array.from(new Set(turns.flat())).slice(0, most))
  }),
  check("null counts as absent", function* () {
    const { query: _, ...fields } = { ...everything, search_recency_filter: "week" }
    const nothing = Object.fromEntries(Object.keys(fields).map((field) => [field, null]))
    const [without, withNulls] = yield* Effect.all([find({ query }), find({ query, ...nothing })])
    yield* expectSame(withNulls.results, without.results)
  }),
  check("the smallest and the largest of every number, and each filter, are taken", function* () {
    yield* find({ query: "a", max_results: 1, max_tokens: 1, max_tokens_per_page: 1 })
    yield* unchecked(everything)
  }),
  ...refusalsOf(searchWire, [unchecked])
]

export const search: Conformance<Search> = {
  fake: layerFakeSearch,
  cases,
  ofFake: fakeCasesOf(searchWire, [unchecked]),
  wire: searchWire
}
