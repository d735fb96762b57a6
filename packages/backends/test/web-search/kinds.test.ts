// The four search services: what each is asked for every filter, and what their answers become.
import { assert, describe, it } from "@effect/vitest"
import { isApiError } from "@leadline/core/errors"
import type { SearchRequest } from "@leadline/core/search"
import type { TransportRequest } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import type { BackendKind } from "../../src/kinds/BackendKind.ts"
import { brave } from "../../src/web-search/brave.ts"
import { exa } from "../../src/web-search/exa.ts"
import { searxng } from "../../src/web-search/searxng.ts"
import { tavily } from "../../src/web-search/tavily.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"

const kinds = { searxng, brave, tavily, exa } as const
type Name = keyof typeof kinds

/** A result as each service writes it. */
const entry = (name: Name, url: string, published?: string) => ({
  title: "A <b>page</b>",
  url,
  ...{
    searxng: { content: "Rain &amp; sun", publishedDate: published },
    brave: { description: "Rain &amp; sun", page_age: published },
    tavily: { content: "Rain &amp; sun", published_date: published },
    exa: { text: "Rain &amp; sun", publishedDate: published }
  }[name]
})

const bodyOf = (name: Name, results: ReadonlyArray<unknown>) =>
  name === "brave" ? { web: { results } } : { results }

const withResults =
  (name: Name, ...results: ReadonlyArray<unknown>): Script =>
  () => ({ status: 200, body: bodyOf(name, results) })

const use = (
  name: Name,
  script: Script,
  more: { readonly unsupportedFilters?: "refuse" | "ignore" } = {}
) => {
  const { layer, requests } = scriptedTransport(script)
  const kind: BackendKind = kinds[name]
  const settings = {
    name,
    kind: name,
    url: kind.defaultUrl ?? "http://127.0.0.1:8083",
    apiKey: name === "searxng" ? undefined : Redacted.make("search-key-of-this-server"),
    ...more
  }
  const search = Effect.map(
    kind.make(settings, { search: { create: () => Effect.die("not used") } }),
    ({ services }) => services.search
  )
  const find = (request: SearchRequest) =>
    Effect.gen(function* () {
      // 2026-06-15T12:00:00Z
      yield* TestClock.setTime(1_781_524_800_000)
      return yield* (yield* search)?.create(request) ?? Effect.die("no search")
    }).pipe(Effect.provide(layer), Effect.scoped)
  return { find, requests }
}

/** The query of a GET, or the body of a POST. */
const askedOf = (request: TransportRequest | undefined): { readonly [name: string]: unknown } => {
  if (request?.body !== undefined) return JSON.parse(String(request.body))
  return Object.fromEntries(new URL(request?.url ?? "").searchParams)
}

const names = Object.keys(kinds) as Array<Name>
const page = "https://www.example.org/a"

describe.each(names)("%s", (name) => {
  it.effect("gives results without markup", () =>
    Effect.gen(function* () {
      const { find } = use(
        name,
        withResults(name, entry(name, page, "2026-06-01T10:00:00Z"), { url: "ftp://x" }, null)
      )
      const { results } = yield* find({ query: "weather" })
      assert.deepStrictEqual(results, [
        { title: "A page", url: page, snippet: "Rain & sun", date: "2026-06-01" }
      ])
    })
  )

  it.effect("has no results, and that is no failure", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* use(name, withResults(name)).find({ query: "x" })).results, [])
    })
  )

  it.effect("asks once per query and merges the lists in turn, each page once", () =>
    Effect.gen(function* () {
      const { find, requests } = use(name, (request) => {
        const isFirst = JSON.stringify(askedOf(request)).includes("one")
        const own = isFirst ? "https://one.example/" : "https://two.example/"
        return { status: 200, body: bodyOf(name, [entry(name, own), entry(name, page)]) }
      })
      const { results } = yield* find({ query: ["one", "two"] })
      assert.deepStrictEqual(
        results.map(({ url }) => url),
        ["https://one.example/", "https://two.example/", page]
      )
      assert.strictEqual(requests.length, 2)
    })
  )

  it.effect("keeps domains, dates and lengths, whatever the service sends", () =>
    Effect.gen(function* () {
      const { find } = use(
        name,
        withResults(
          name,
          entry(name, "https://docs.example.org/kept", "2026-03-02T00:00:00Z"),
          entry(name, "https://example.org.evil.net/", "2026-03-02"),
          entry(name, "https://bad.example.org/", "2026-03-02"),
          entry(name, "https://example.org/before", "2026-03-01"),
          entry(name, "https://example.org/undated")
        )
      )
      const { results } = yield* find({
        query: "x",
        search_domain_filter: ["example.org", "-bad.example.org"],
        search_after_date_filter: "3/1/2026",
        search_before_date_filter: "4/1/2026",
        max_tokens_per_page: 1
      })
      assert.deepStrictEqual(
        results.map(({ snippet, url }) => [url, snippet]),
        [["https://docs.example.org/kept", "Rain"]]
      )
    })
  )

  it.effect("refuses a filter that it lacks, or ignores it where that is configured", () =>
    Effect.gen(function* () {
      const request = { query: "x", last_updated_after_filter: "3/1/2026" }
      const strict = use(name, withResults(name, entry(name, page)))
      const error = yield* Effect.flip(strict.find(request))
      assert.strictEqual(isApiError(error) && error._tag, "InvalidRequestError")
      assert.include(error.message, "last_updated_after_filter")
      assert.strictEqual(strict.requests.length, 0)
      const lenient = use(name, withResults(name, entry(name, page)), { unsupportedFilters: "ignore" })
      assert.strictEqual((yield* lenient.find(request)).results.length, 1)
    })
  )

  it.effect.each([
    [429, "UnavailableError"],
    [503, "UnavailableError"],
    [401, "InternalServerError"],
    [403, "InternalServerError"],
    [400, "InvalidRequestError"],
    [500, "ConnectionError"],
    [504, "DeadlineExceededError"]
  ] as const)("answers %d as %s, without the text of the service", ([status, tag]) =>
    Effect.gen(function* () {
      const { find } = use(name, () => ({ status, body: { error: { message: "secret-text" } } }))
      const error = yield* Effect.flip(find({ query: "x" }))
      assert.strictEqual(error._tag, tag)
      assert.notInclude(JSON.stringify(error), "secret-text")
    })
  )

  it.effect.each([{}, { results: "none" }, [], null])("answers nonsense with 502: %j", (body) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        use(name, () => ({ status: 200, body: name === "brave" ? { web: { results: "none" } } : body })).find(
          {
            query: "x"
          }
        )
      )
      assert.strictEqual(error._tag, "ConnectionError")
    })
  )
})

describe("what each service is asked", () => {
  const asked = (name: Name, request: SearchRequest) =>
    Effect.gen(function* () {
      const { find, requests } = use(name, withResults(name))
      yield* find(request)
      const [first] = requests
      const fields: { readonly [name: string]: unknown } = {
        ...askedOf(first),
        path: new URL(first?.url ?? "").pathname
      }
      return { fields, headers: first?.headers ?? {} }
    })

  const whole: SearchRequest = {
    query: "weather",
    max_results: 3,
    country: "de",
    search_domain_filter: ["example.org", "-bad.example.org"]
  }

  it.effect("SearXNG", () =>
    Effect.gen(function* () {
      const request = { ...whole, search_language_filter: ["DE"], search_recency_filter: "week" } as const
      assert.deepInclude((yield* asked("searxng", request)).fields, {
        path: "/search",
        format: "json",
        q: "weather site:example.org -site:bad.example.org",
        language: "de-DE",
        time_range: "week"
      })
      assert.deepInclude((yield* asked("searxng", { query: "x", search_mode: "academic" })).fields, {
        categories: "science"
      })
    })
  )

  it.effect("Brave", () =>
    Effect.gen(function* () {
      const { fields, headers } = yield* asked("brave", {
        ...whole,
        search_language_filter: ["ja"],
        search_after_date_filter: "3/1/2026"
      })
      assert.deepInclude(fields, {
        path: "/res/v1/web/search",
        q: "weather site:example.org -site:bad.example.org",
        count: "13",
        country: "DE",
        search_lang: "jp",
        freshness: "2026-03-02to2026-06-15"
      })
      assert.strictEqual(headers["x-subscription-token"], "search-key-of-this-server")
      assert.notProperty(headers, "authorization")
    })
  )

  it.effect("Tavily", () =>
    Effect.gen(function* () {
      const { fields, headers } = yield* asked("tavily", {
        ...whole,
        search_language_filter: ["de"],
        search_recency_filter: "hour"
      })
      assert.deepInclude(fields, {
        path: "/search",
        query: "weather",
        country: "germany",
        language: "de",
        max_hours: 1,
        include_domains: ["example.org"],
        exclude_domains: ["bad.example.org"]
      })
      assert.strictEqual(headers["authorization"], "Bearer search-key-of-this-server")
    })
  )

  it.effect("Exa", () =>
    Effect.gen(function* () {
      const { fields, headers } = yield* asked("exa", {
        ...whole,
        search_mode: "sec",
        search_recency_filter: "day",
        max_tokens_per_page: 100
      })
      assert.deepInclude(fields, {
        path: "/search",
        numResults: 13,
        userLocation: "DE",
        includeDomains: ["example.org"],
        category: "financial report",
        startPublishedDate: "2026-06-14T12:00:00.000Z",
        contents: { text: { maxCharacters: 400 } }
      })
      assert.strictEqual(headers["x-api-key"], "search-key-of-this-server")
      assert.notProperty(headers, "authorization")
    })
  )
})

describe("SearXNG", () => {
  it.effect("whose engines all failed is unavailable, not empty", () =>
    Effect.gen(function* () {
      const body = { results: [], unresponsive_engines: [["google", "timeout"]] }
      const error = yield* Effect.flip(use("searxng", () => ({ status: 200, body })).find({ query: "x" }))
      assert.strictEqual(error._tag, "UnavailableError")
    })
  )
})
