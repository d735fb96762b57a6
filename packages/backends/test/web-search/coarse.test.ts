// What a service has coarser than the request wants it, and what is on its next page.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { test } from "../support/effects.ts"
import { askedOf, entry, use, withResults } from "../support/searchKinds.ts"

test("an hour is cut to, where the service has days alone", function* () {
  const found = withResults(
    "searxng",
    entry("searxng", "https://a.example/now", "2026-06-15T11:30:00Z"),
    entry("searxng", "https://a.example/morning", "2026-06-15T06:00:00Z"),
    entry("searxng", "https://a.example/today", "2026-06-15")
  )
  const { results } = yield* use("searxng", found).find({ query: "x", search_recency_filter: "hour" })
  assert.deepStrictEqual(
    results.map(({ url }) => url),
    ["https://a.example/now", "https://a.example/today"]
  )
})

test("a country that Brave does not have is refused, or named as ignored", function* () {
  const request = { query: "x", country: "CZ" }
  const error = yield* Effect.flip(use("brave", withResults("brave")).find(request))
  assert.include(error.message, "country")
  const lenient = use("brave", withResults("brave"), { unsupportedFilters: "ignore" })
  yield* lenient.find(request)
  assert.strictEqual(askedOf(lenient.requests[0])["country"], "ALL")
})

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => entry("searxng", `https://a.example/${from + at}`))

type Row = { readonly [name in "wanted" | "asked" | "results"]: number } & {
  readonly pages: ReadonlyArray<number>
}

test.each<Row>([
  { wanted: 10, pages: [10, 10], asked: 1, results: 10 },
  { wanted: 15, pages: [10, 10], asked: 2, results: 15 },
  { wanted: 20, pages: [10, 0], asked: 2, results: 10 }
])(
  "SearXNG is asked for the next page where more is wanted: %j",
  function* ({ asked, pages, results, wanted }) {
    const { find, requests } = use("searxng", (request) => {
      const page = Number(askedOf(request)["pageno"] ?? 1)
      return { status: 200, body: { results: numbered(100 * page, pages[page - 1] ?? 0) } }
    })
    const found = yield* find({ query: "x", max_results: wanted })
    assert.lengthOf(found.results, results)
    assert.lengthOf(requests, asked)
  }
)
