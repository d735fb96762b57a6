// How often a search service is asked for one request, what that costs, and what is coarser or cut.
import { isApiError } from "@leadline/core/errors"
import { CurrentSpending } from "@leadline/core/internal"
import { serviceCalls } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, it } from "vitest"
import { test } from "../support/effects.ts"
import { use, withResults, askedOf, entry } from "../support/searchKinds.ts"
import * as fc from "fast-check"
import { cut, plainText } from "../../src/web-search/plainText.ts"

const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "pl", "cs", "el", "tr", "ru", "ja"]
const queries = ["one", "two", "three", "four", "five"]

test.each([
  [queries, languages.slice(0, 4), 20],
  [["one", "one"], ["de", "DE", "fr"], 2]
] as const)("queries %j in languages %j are so many calls: %i", function* ([query, filter, calls]) {
  const { find, requests } = use("tavily", withResults("tavily"))
  yield* find({ query, search_language_filter: filter })
  assert.strictEqual(requests.length, calls)
})

test(`more than ${serviceCalls} are refused, with both counts, and nothing is sent`, function* () {
  const { find, requests } = use("tavily", withResults("tavily"))
  const error = yield* Effect.flip(
    find({ query: queries.slice(0, 3), search_language_filter: languages.slice(0, 7) })
  )
  assert.deepStrictEqual(
    [isApiError(error) && error._tag, error.message, requests.length],
    ["InvalidRequestError", "query: expected at most 20 searches, got 21: 3 queries in 7 languages", 0]
  )
})

test("each call has the price that is configured, and without one no cost is named", function* () {
  const request = { query: ["one", "two"], search_language_filter: ["de", "fr"] }
  const priced = use("brave", withResults("brave"), { pricePerThousand: 5 })
  assert.deepStrictEqual((yield* priced.find(request)).usage, {
    cost: { currency: "USD", total_cost: 0.02 }
  })
  assert.notProperty(yield* use("brave", withResults("brave")).find(request), "usage")
})

test.each([
  { what: "an answered call", answer: { status: 200, body: { results: [] } }, charged: 1 },
  { what: "an answer of no use", answer: { status: 200, body: "no JSON" }, charged: 1 },
  { what: "a refused call", answer: { status: 500, body: {} }, charged: 0 },
  { what: "a call that its caller leaves", answer: undefined, charged: 1 }
])("$what is charged as calls of models are", function* ({ answer, charged }) {
  const { find, requests } = use("tavily", () => answer, { pricePerThousand: 5 })
  const costs: Array<number | undefined> = []
  const spending = {
    begin: (_most: unknown, used: () => { readonly cost: number | undefined } | undefined) => () => {
      const usage = used()
      if (usage !== undefined) costs.push(usage.cost)
    }
  }
  const running = yield* Effect.forkChild(
    find({ query: "tides" }).pipe(Effect.provideService(CurrentSpending, spending), Effect.exit)
  )
  for (let turn = 0; requests.length === 0 && turn < 100; turn++) yield* Effect.yieldNow
  if (answer === undefined) yield* Fiber.interrupt(running)
  else yield* Fiber.join(running)
  assert.deepStrictEqual(
    costs,
    Array.from({ length: charged }, () => 0.005)
  )
})

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

/** The text, and the pauses that it took. */
const read = (text: string, characters: number) => {
  const work = plainText(text, characters)
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

it("a text in pieces is the text at once", () => {
  const filler = fc.integer({ min: 16_000, max: 16_400 }).map((length) => "x".repeat(length))
  const part = fc.oneof(
    fc.constantFrom("<b>", "</b>", "&amp;", "&#x41;", " ", "\n\t", "word", "<i class='a b'>", "a < b", "&"),
    filler
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 50_000 }), (parts, length) => {
      const text = parts.join("")
      const whole = text
        .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, "")
        .replaceAll("&amp;", "&")
        .replaceAll("&#x41;", "A")
        .replaceAll(/\s+/g, " ")
        .trim()
      assert.strictEqual(read(text, length).value, cut(whole, length))
    })
  )
})

it("no more of a text is read than is kept", () => {
  assert.isAtMost(read("word ".repeat(1_000_000), 16_384).pauses, 2)
  assert.deepStrictEqual(read("<b>".repeat(50_000), 10), { value: "", pauses: 10 })
})
