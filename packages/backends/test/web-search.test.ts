// The four search services: what each is asked and how often, what its answers and failures become, and what that costs.
import { type CallUsage, CurrentSpending } from "@leadline/core/internal"
import type { SearchRequest } from "@leadline/core/search"
import type { TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import type { BackendKind } from "../src/kinds/BackendKind.ts"
import { brave } from "../src/web-search/brave.ts"
import { exa } from "../src/web-search/exa.ts"
import { plainText } from "../src/web-search/plainText.ts"
import { searxng } from "../src/web-search/searxng.ts"
import { tavily } from "../src/web-search/tavily.ts"
import { test } from "./support/effects.ts"
import { searchOf } from "./support/modelServer.ts"
import { type Script, scriptedTransport } from "./support/scriptedTransport.ts"

const kinds = { searxng, brave, tavily, exa } as const
type Name = keyof typeof kinds

const apiKey = "search-key-of-this-server"

/** The names of a result's text and date. */
const namesOf = {
  searxng: ["content", "publishedDate"],
  brave: ["description", "page_age"],
  tavily: ["content", "published_date"],
  exa: ["text", "publishedDate"]
} as const

/** A result as each service writes it. */
const entry = (name: Name, url: string, published?: string) => {
  const [text, date] = namesOf[name]
  return { title: "A <b>page</b>", url, [text]: "Rain &amp; sun", [date]: published }
}

/** The answer of a server that finds these. */
const found = (name: Name, ...results: ReadonlyArray<unknown>) => ({
  body: name === "brave" ? { web: { results } } : { results }
})

/** The service of a kind, its check, and its server's requests. It is 2026-06-15T12:00:00Z. */
const use = (name: Name, script: Script, more: object = {}) => {
  const { layer, requests } = scriptedTransport(script)
  const kind: BackendKind = kinds[name]
  const url = kind.defaultUrl ?? "http://127.0.0.1:8083"
  const key = name === "searxng" ? undefined : Redacted.make(apiKey)
  const settings = { name, kind: name, url, apiKey: key, ...more }
  const made = Effect.provide(kind.make(settings, searchOf(0)), layer)
  const find = (request: SearchRequest) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_781_524_800_000)
      return yield* (yield* made).services.search?.create(request) ?? Effect.die("no search")
    }).pipe(Effect.scoped)
  return { check: Effect.scoped(Effect.flatMap(made, ({ check }) => check([]))), find, requests }
}

/** The query of a GET, or the body of a POST. */
const askedOf = (request: TransportRequest | undefined): { readonly [name: string]: unknown } => {
  if (request?.body !== undefined) return JSON.parse(String(request.body))
  return Object.fromEntries(new URL(request?.url ?? "").searchParams)
}

const names = Object.keys(kinds) as Array<Name>
const page = "https://www.example.org/a"
const connectionRefused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })

/** A server whose front page is there, and whose searches are answered with a status. */
const refusing =
  (status: number): Script =>
  ({ url }) => ({ status: new URL(url).pathname === "/" ? 404 : status, body: {} })

describe.each(names)("%s", (name) => {
  test("gives results without markup, or none, which is no failure", function* () {
    const answer = found(name, entry(name, page, "2026-06-01T10:00:00Z"), { url: "ftp://x" }, null)
    const { results } = yield* use(name, () => answer).find({ query: "weather" })
    const kept = { title: "A page", url: page, snippet: "Rain & sun", date: "2026-06-01" }
    assert.deepStrictEqual(results, [kept])
    assert.deepStrictEqual((yield* use(name, () => found(name)).find({ query: "x" })).results, [])
  })

  test("keeps domains, dates and lengths, whatever the service sends", function* () {
    const pages = [
      ["docs.example.org/kept", "2026-03-02T00:00:00Z"],
      ["example.org.evil.net/", "2026-03-02"],
      ["bad.example.org/", "2026-03-02"],
      ["example.org/before", "2026-03-01"],
      ["example.org/after", "2026-04-01"],
      ["example.org/undated"]
    ]
    const entries = pages.map(([url, date]) => entry(name, `https://${url}`, date))
    const { results } = yield* use(name, () => found(name, ...entries)).find({
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
    const answer = found(name, entry(name, page))
    const strict = use(name, () => answer)
    assert.include((yield* Effect.flip(strict.find(request))).message, "last_updated_after_filter")
    assert.strictEqual(strict.requests.length, 0)
    const lenient = use(name, () => answer, { unsupportedFilters: "ignore" })
    assert.strictEqual((yield* lenient.find(request)).results.length, 1)
  })

  test.each<readonly [status: number, tag: string, body: unknown]>([
    [429, "UnavailableError", { error: { message: "secret-text" } }],
    [200, "ConnectionError", { results: "secret-text", web: { results: "secret-text" } }]
  ])("answers %d as %s, without the text of the service", function* ([status, tag, body]) {
    const error = yield* Effect.flip(use(name, () => ({ status, body })).find({ query: "x" }))
    assert.strictEqual(error._tag, tag)
    assert.notInclude(JSON.stringify(error), "secret-text")
  })

  test.each<readonly [Script, string, RegExp]>([
    [() => connectionRefused, "no", /Nothing answers there: check url/],
    [refusing(503), "UnavailableError", /overloaded, or what it asks itself is away/],
    [refusing(401), "InternalServerError", name === "searxng" ? /add json to search.formats/ : /check apiKey/]
  ])("has a check that advises what to do: %#", function* ([script, value, advice]) {
    const failure = (yield* use(name, script).check).find(({ isFailure }) => isFailure === true)
    assert.strictEqual(failure?.value, value)
    assert.match(failure?.advice ?? "", advice)
  })
})

const filtered = {
  query: "weather",
  max_results: 3,
  country: "de",
  search_domain_filter: ["example.org", "-bad.example.org"]
}
const q = "weather site:example.org -site:bad.example.org"

test.each<readonly [Name, Partial<SearchRequest>, fields: object, header: string]>([
  [
    "searxng",
    { search_language_filter: ["DE"], search_recency_filter: "week" },
    { path: "/search", format: "json", q, language: "de-DE", time_range: "week" },
    "none"
  ],
  [
    "brave",
    { search_language_filter: ["ja"], search_after_date_filter: "3/1/2026" },
    { path: "/res/v1/web/search", q, count: "13", search_lang: "jp", freshness: "2026-03-02to2026-06-15" },
    "x-subscription-token"
  ],
  [
    "tavily",
    { search_language_filter: ["de"], search_recency_filter: "hour" },
    { path: "/search", country: "germany", max_hours: 1, exclude_domains: ["bad.example.org"] },
    "authorization"
  ],
  [
    "exa",
    { search_mode: "sec", search_recency_filter: "day", max_tokens_per_page: 100 },
    {
      path: "/search",
      numResults: 13,
      category: "financial report",
      startPublishedDate: "2026-06-14T12:00:00.000Z",
      contents: { text: { maxCharacters: 400 } }
    },
    "x-api-key"
  ]
])("%s is asked for every filter: %j", function* ([name, more, fields, header]) {
  const { find, requests } = use(name, () => found(name))
  yield* find({ ...filtered, ...more })
  const [sent] = requests
  assert.deepInclude({ ...askedOf(sent), path: new URL(sent?.url ?? "").pathname }, fields)
  const keyed = Object.entries(sent?.headers ?? {}).filter(([, value]) => value.includes(apiKey))
  assert.deepStrictEqual(keyed.map(([one]) => one).join() || "none", header)
})

test("each query is asked once in each language, and the lists are merged in turn, each page once", function* () {
  const { find, requests } = use("tavily", (request) => {
    const own = `https://${String(askedOf(request)["query"]).slice(0, 3)}.example/`
    return found("tavily", entry("tavily", own), entry("tavily", page))
  })
  const request = { query: ["one", "two", "one"], search_language_filter: ["de", "DE", "fr"] }
  const urls = (yield* find(request)).results.map(({ url }) => url)
  assert.deepStrictEqual(urls, ["https://one.example/", "https://two.example/", page])
  assert.strictEqual(requests.length, 4)
})

test("each call has the price that is configured, and is charged when it is answered", function* () {
  const request = { query: ["one", "two"], search_language_filter: ["de", "fr"] }
  const costs: Array<number | undefined> = []
  const spending = {
    begin: (_: () => CallUsage, used: () => CallUsage | undefined) => () => void costs.push(used()?.cost)
  }
  const priced = use("brave", () => found("brave"), { pricePerThousand: 5 })
  const { usage } = yield* Effect.provideService(priced.find(request), CurrentSpending, spending)
  assert.deepStrictEqual(usage, { cost: { currency: "USD", total_cost: 0.02 } })
  assert.deepStrictEqual(costs, [0.005, 0.005, 0.005, 0.005])
  assert.notProperty(yield* use("brave", () => found("brave")).find(request), "usage")
})

describe("SearXNG", () => {
  test("whose engines all failed is unavailable, not empty", function* () {
    const body = { results: [], unresponsive_engines: [["google", "timeout"]] }
    const failing = use("searxng", () => ({ body })).find({ query: "x" })
    assert.strictEqual((yield* Effect.flip(failing))._tag, "UnavailableError")
  })

  test("has days alone: an hour is cut to", function* () {
    const times = ["2026-06-15T11:30:00Z", "2026-06-15T06:00:00Z", "2026-06-15"]
    const entries = times.map((time) => entry("searxng", `https://a.example/${time}`, time))
    const request = { query: "x", search_recency_filter: "hour" } as const
    const { results } = yield* use("searxng", () => found("searxng", ...entries)).find(request)
    const kept = results.map(({ url }) => url.slice("https://a.example/".length))
    assert.deepStrictEqual(kept, ["2026-06-15T11:30:00Z", "2026-06-15"])
  })

  test.each([
    { wanted: 10, pages: [10, 10], asked: 1, results: 10 },
    { wanted: 15, pages: [10, 10], asked: 2, results: 15 },
    { wanted: 20, pages: [10, 0], asked: 2, results: 10 }
  ])("is asked for the next page where more is wanted: %j", function* ({ asked, pages, results, wanted }) {
    const { find, requests } = use("searxng", (request) => {
      const number = Number(askedOf(request)["pageno"] ?? 1)
      const length = pages[number - 1] ?? 0
      const entries = Array.from({ length }, (_, at) => entry("searxng", `https://a.example/${number}-${at}`))
      return found("searxng", ...entries)
    })
    assert.lengthOf((yield* find({ query: "x", max_results: wanted })).results, results)
    assert.lengthOf(requests, asked)
  })
})

/** The text, and the pauses that it took. */
const read = (text: string, characters: number) => {
  const work = plainText(text, characters)
  for (let pauses = 0; ; pauses++) {
    const { done, value } = work.next()
    if (done === true) return { value, pauses }
  }
}

it("a text is read no further than it is kept", () => {
  assert.isAtMost(read("word ".repeat(1_000_000), 16_384).pauses, 2)
  assert.deepStrictEqual(read("<b>".repeat(50_000), 10), { value: "", pauses: 10 })
})
