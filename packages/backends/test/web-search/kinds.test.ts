// The four search services: what each is asked, what its answers and failures become, what is cut, what a check says.
import type { SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { test } from "../support/effects.ts"
import type { Script } from "../support/scriptedTransport.ts"
import { askedOf, bodyOf, entry, kinds, type Name, use, withResults } from "../support/searchKinds.ts"

const names = Object.keys(kinds) as Array<Name>
const page = "https://www.example.org/a"
const connectionRefused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })

/** A server whose front page is there, and whose searches are answered with a status. */
const refusing =
  (status: number): Script =>
  ({ url }) => ({ status: new URL(url).pathname === "/" ? 404 : status, body: {} })

describe.each(names)("%s", (name) => {
  test("gives results without markup, or none, which is no failure", function* () {
    const found = withResults(name, entry(name, page, "2026-06-01T10:00:00Z"), { url: "ftp://x" }, null)
    const { results } = yield* use(name, found).find({ query: "weather" })
    assert.deepStrictEqual(results, [
      { title: "A page", url: page, snippet: "Rain & sun", date: "2026-06-01" }
    ])
    assert.deepStrictEqual((yield* use(name, withResults(name)).find({ query: "x" })).results, [])
  })

  test("asks once per query and merges the lists in turn, each page once", function* () {
    const { find, requests } = use(name, (request) => {
      const isFirst = JSON.stringify(askedOf(request)).includes("one")
      const own = isFirst ? "https://one.example/" : "https://two.example/"
      return { status: 200, body: bodyOf(name, [entry(name, own), entry(name, page)]) }
    })
    const urls = (yield* find({ query: ["one", "two"] })).results.map(({ url }) => url)
    assert.deepStrictEqual(urls, ["https://one.example/", "https://two.example/", page])
    assert.strictEqual(requests.length, 2)
  })

  test("keeps domains, dates and lengths, whatever the service sends", function* () {
    const found = withResults(
      name,
      entry(name, "https://docs.example.org/kept", "2026-03-02T00:00:00Z"),
      entry(name, "https://example.org.evil.net/", "2026-03-02"),
      entry(name, "https://bad.example.org/", "2026-03-02"),
      entry(name, "https://example.org/before", "2026-03-01"),
      entry(name, "https://example.org/after", "2026-04-01"),
      entry(name, "https://example.org/undated")
    )
    const { results } = yield* use(name, found).find({
      query: "x",
      search_domain_filter: ["example.org", "-bad.example.org"],
      search_after_date_filter: "3/1/2026",
      search_before_date_filter: "4/1/2026",
      max_tokens_per_page: 1
    })
    const kept = results.map(({ snippet, url }) => [url, snippet])
    assert.deepStrictEqual(kept, [["https://docs.example.org/kept", "Rain"]])
  })

  test("refuses a filter that it lacks, or ignores it where that is configured", function* () {
    const request = { query: "x", last_updated_after_filter: "3/1/2026" }
    const strict = use(name, withResults(name, entry(name, page)))
    const error = yield* Effect.flip(strict.find(request))
    assert.include(error.message, "last_updated_after_filter")
    assert.strictEqual(strict.requests.length, 0)
    const lenient = use(name, withResults(name, entry(name, page)), { unsupportedFilters: "ignore" })
    assert.strictEqual((yield* lenient.find(request)).results.length, 1)
  })

  const text = { error: { message: "secret-text" } }
  const nonsense = name === "brave" ? [{ web: { results: "none" } }] : [{ results: "none" }, null]
  test.each<readonly [status: number, tag: string, body: unknown]>([
    [429, "UnavailableError", text],
    [401, "InternalServerError", text],
    [400, "InvalidRequestError", text],
    [504, "DeadlineExceededError", text],
    ...nonsense.map((body) => [200, "ConnectionError", body] as const)
  ])("answers %d as %s, without the text of the service: %j", function* ([status, tag, body]) {
    const error = yield* Effect.flip(use(name, () => ({ status, body })).find({ query: "x" }))
    assert.strictEqual(error._tag, tag)
    assert.notInclude(JSON.stringify(error), "secret-text")
  })

  test.each<readonly [Script, string, RegExp]>([
    [() => connectionRefused, "no", /Nothing answers there: check url/],
    [refusing(503), "UnavailableError", /overloaded, or what it asks itself is away/],
    [refusing(401), "InternalServerError", name === "searxng" ? /add json to search.formats/ : /check apiKey/]
  ])("has a check that advises what to do: %#", function* ([script, value, advice]) {
    const findings = yield* use(name, script).check
    const failure = findings.find(({ isFailure }) => isFailure === true)
    assert.strictEqual(failure?.value, value)
    assert.match(failure?.advice ?? "", advice)
  })
})

test("SearXNG whose engines all failed is unavailable, not empty", function* () {
  const body = { results: [], unresponsive_engines: [["google", "timeout"]] }
  const error = yield* Effect.flip(use("searxng", () => ({ status: 200, body })).find({ query: "x" }))
  assert.strictEqual(error._tag, "UnavailableError")
})

const request = {
  query: "weather",
  max_results: 3,
  country: "de",
  search_domain_filter: ["example.org", "-bad.example.org"]
}
const q = "weather site:example.org -site:bad.example.org"

test.each<readonly [Name, SearchRequest, fields: object, header: string]>([
  [
    "searxng",
    { ...request, search_language_filter: ["DE"], search_recency_filter: "week" },
    { path: "/search", format: "json", q, language: "de-DE", time_range: "week" },
    "accept"
  ],
  [
    "brave",
    { ...request, search_language_filter: ["ja"], search_after_date_filter: "3/1/2026" },
    { path: "/res/v1/web/search", q, count: "13", search_lang: "jp", freshness: "2026-03-02to2026-06-15" },
    "x-subscription-token"
  ],
  [
    "tavily",
    { ...request, search_language_filter: ["de"], search_recency_filter: "hour" },
    { path: "/search", country: "germany", max_hours: 1, exclude_domains: ["bad.example.org"] },
    "authorization"
  ],
  [
    "exa",
    { ...request, search_mode: "sec", search_recency_filter: "day", max_tokens_per_page: 100 },
    {
      path: "/search",
      numResults: 13,
      includeDomains: ["example.org"],
      category: "financial report",
      startPublishedDate: "2026-06-14T12:00:00.000Z",
      contents: { text: { maxCharacters: 400 } }
    },
    "x-api-key"
  ]
])("%s is asked for every filter: %j", function* ([name, asked, fields, header]) {
  const { find, requests } = use(name, withResults(name))
  yield* find(asked)
  const [sent] = requests
  assert.deepInclude({ ...askedOf(sent), path: new URL(sent?.url ?? "").pathname }, fields)
  const key = "search-key-of-this-server"
  const keyed = Object.entries(sent?.headers ?? {}).filter(([, value]) => value.includes(key))
  assert.deepStrictEqual(
    keyed.map(([one]) => one),
    name === "searxng" ? [] : [header]
  )
})
