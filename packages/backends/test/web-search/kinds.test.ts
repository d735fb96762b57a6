// The four search services: what their answers and failures become, and what is cut.
import { assert, describe, it } from "@effect/vitest"
import { isApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { askedOf, bodyOf, entry, kinds, type Name, use, withResults } from "../support/searchKinds.ts"

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

describe("SearXNG", () => {
  it.effect("whose engines all failed is unavailable, not empty", () =>
    Effect.gen(function* () {
      const body = { results: [], unresponsive_engines: [["google", "timeout"]] }
      const error = yield* Effect.flip(use("searxng", () => ({ status: 200, body })).find({ query: "x" }))
      assert.strictEqual(error._tag, "UnavailableError")
    })
  )
})
