// What each search service is asked, for every filter.
import { assert, describe, it } from "@effect/vitest"
import type { SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import { askedOf, type Name, use, withResults } from "../support/searchKinds.ts"

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

describe("what each service is asked", () => {
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
