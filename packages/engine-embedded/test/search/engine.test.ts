// The search service over a folder: filters, budgets, several queries.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import type { SearchRequest } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { layerSearch } from "../../src/index.ts"
import { readingTokens } from "../../src/search/engine.ts"
import { countTokens, truncateToTokens } from "../../src/search/snippetTokens.ts"
import { corpus, find } from "./support.ts"
import { test } from "../support/engines.ts"

const layer = layerSearch({ folder: corpus })
const now = Date.parse("2026-11-21T08:30:00Z")

const answer = (request: SearchRequest) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    return yield* find(request)
  }).pipe(Effect.provide(layer))

const names = (request: SearchRequest) =>
  Effect.map(answer(request), ({ results }) =>
    results.map(({ url }) => url.replace("https://leadline.example/", ""))
  )

describe("an answer", () => {
  test("names the page, its dates and the passage that fits", function* () {
    const { id, results, server_time } = yield* answer({
      query: "How do I mend a puncture?",
      max_results: 1
    })
    assert.match(id, /^[\da-f-]{36}$/)
    assert.strictEqual(server_time, "2026-11-21T08:30:00.000Z")
    const [found] = results
    assert.strictEqual(found?.title, "Looking after a bicycle")
    assert.strictEqual(found?.url, "https://leadline.example/bicycle.md")
    assert.strictEqual(found?.date, "2026-03-14")
    assert.match(found?.snippet ?? "", /^## Tyres\n\nCheck the pressure/)
  })

  test("is the whole page in its order for who reads it, by its size", function* () {
    const { results } = yield* answer({
      query: "How do I mend a puncture?",
      max_results: 1,
      max_tokens: 1_000_000,
      max_tokens_per_page: readingTokens
    })
    const page = readFileSync(join(corpus, "bicycle.md"), "utf8")
    const headings = Array.from(page.matchAll(/^## .+$/gm), ([heading]) => heading)
    assert.isAbove(headings.length, 1)
    assert.deepEqual(results[0]?.snippet.match(/^## .+$/gm), headings)
  })

  test("never shows scripts, styles and navigation", function* () {
    assert.deepEqual(yield* names({ query: "zanzibar" }), [])
    assert.notInclude(JSON.stringify(yield* answer({ query: "refunds" })), "zanzibar")
  })
})

describe("filters", () => {
  const query = "chain water bread refund password garden tooth train house"
  const dated = (fields: Partial<SearchRequest>) => names({ query, max_results: 20, ...fields })
  const bicycle = (fields: Partial<SearchRequest>) =>
    Effect.map(dated(fields), (found) => found.includes("bicycle.md"))

  test("take dates as open bounds", function* () {
    assert.isTrue(yield* bicycle({ search_after_date_filter: "3/13/2026" }))
    assert.isFalse(yield* bicycle({ search_after_date_filter: "3/14/2026" }))
    assert.isTrue(yield* bicycle({ search_before_date_filter: "3/15/2026" }))
    assert.isFalse(yield* bicycle({ search_before_date_filter: "3/14/2026" }))
    assert.isTrue(yield* bicycle({ last_updated_after_filter: "01/01/2026" }))
    assert.isFalse(yield* bicycle({ last_updated_before_filter: "01/01/2026" }))
  })

  test("take recency as a window back from now", function* () {
    const day = yield* dated({ search_recency_filter: "day" })
    assert.include(day, "tides.md")
    assert.notInclude(day, "train.md")
    const year = yield* dated({ search_recency_filter: "year" })
    assert.include(year, "train.md")
    const month = yield* dated({ search_recency_filter: "month" })
    assert.notInclude(month, "train.md")
  })

  test("take domains with their subdomains, denied ones first", function* () {
    const kitchen = "https://kitchen.example/sourdough"
    assert.deepEqual(yield* dated({ search_domain_filter: ["kitchen.example"] }), [kitchen])
    assert.deepEqual(
      yield* dated({ search_domain_filter: ["Example"], query: "sourdough starter", max_results: 1 }),
      [kitchen]
    )
    assert.deepEqual(yield* dated({ search_domain_filter: ["itchen.example"] }), [])
    assert.notInclude(yield* dated({ search_domain_filter: ["-kitchen.example"] }), kitchen)
    assert.deepEqual(yield* dated({ search_domain_filter: ["kitchen.example", "-example"] }), [])
  })

  test("take languages", function* () {
    const french = yield* names({ query: "le pain, le fromage", search_language_filter: ["FR"] })
    assert.deepEqual(french, ["boulangerie.md"])
    assert.notInclude(yield* dated({ search_language_filter: ["en"] }), "boulangerie.md")
    assert.deepEqual(yield* dated({ search_language_filter: ["ja"] }), [])
  })

  test("take the mode from front matter or from the folder; without one it is the web", function* () {
    assert.deepEqual(yield* names({ query: "memory and sleep", search_mode: "academic" }), [
      "academic/sleep.md"
    ])
    assert.deepEqual(yield* names({ query: "blood pressure cuff", search_mode: "academic" }), ["pressure.md"])
    assert.deepEqual(yield* names({ query: "net income", search_mode: "sec" }), ["sec/annual-report.txt"])
    assert.notInclude(yield* names({ query: "memory and sleep" }), "academic/sleep.md")
  })
})

describe("budgets", () => {
  const query = "water"
  const snippets = (fields: Partial<SearchRequest>) =>
    Effect.map(answer({ query, max_results: 20, ...fields }), ({ results }) =>
      results.map(({ snippet }) => snippet)
    )

  test("bound each snippet and all together", function* () {
    const free = yield* snippets({})
    assert.isAbove(free.length, 3)
    for (const tokens of [1, 2, 7, 40]) {
      const each = yield* snippets({ max_tokens_per_page: tokens })
      assert.strictEqual(each.length, free.length)
      assert.isTrue(each.every((text) => countTokens(text) <= tokens && text !== ""))
      const all = yield* snippets({ max_tokens: tokens })
      assert.isAtMost(
        all.reduce((sum, text) => sum + countTokens(text), 0),
        tokens
      )
    }
    assert.deepEqual(yield* snippets({ max_tokens: 1_000_000, max_tokens_per_page: readingTokens - 1 }), free)
  })

  it("count tokens the same for a text and for what is left of it", () => {
    const text = "High water, at 06:12 – “Brest”. 服务器已经 internationalization 12345678"
    assert.strictEqual(truncateToTokens(text, countTokens(text)), text)
    for (let tokens = 0; tokens <= countTokens(text); tokens++) {
      const kept = truncateToTokens(text, tokens)
      assert.isTrue(text.startsWith(kept))
      assert.isAtMost(countTokens(kept), tokens)
    }
    assert.strictEqual(truncateToTokens("🦊🦊", 1), "🦊")
  })
})

describe("a query of megabytes", () => {
  test("is answered as its first 4,000 characters", function* () {
    const long = `puncture ${Array.from({ length: 400_000 }, (_, index) => `tyre${index}`).join(" ")} sourdough`
    const [whole, start] = yield* Effect.all([
      answer({ query: long }),
      answer({ query: long.slice(0, 4_000) })
    ])
    assert.deepEqual(whole.results, start.results)
    assert.strictEqual(whole.results[0]?.title, "Looking after a bicycle")
  })
})
