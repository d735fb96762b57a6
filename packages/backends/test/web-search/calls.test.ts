// How often a search service is asked for one request, and what that costs.
import { isApiError } from "@leadline/core/errors"
import { CurrentSpending } from "@leadline/core/internal"
import { serviceCalls } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert } from "vitest"
import { test } from "../support/effects.ts"
import { use, withResults } from "../support/searchKinds.ts"

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
