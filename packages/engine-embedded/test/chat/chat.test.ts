// Chat answers over the pages of a harbour town.
import { assert, describe } from "vitest"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { atBrest, heard, services, test, tide } from "../support/services.ts"
import { ask, create, text } from "./support.ts"

describe("an answer", () => {
  test.each([
    [`Hi, ${tide}`, atBrest],
    [
      "What is the fee per night for a boat under 10 metres?",
      "Under 10 metres: 18 EUR (Fees, Fee per night) [1]."
    ],
    ["Who painted the ceiling of the Sistine chapel?", "No page was found for this question."],
    ["Who repairs bicycles in Brest?", /^No answer to this question was found on the/],
    [
      `${tide} And at what time does the ferry leave, and who painted the ceiling?`,
      `${atBrest}\n\nThe ferry to Ouessant leaves Brest at 08:30 every day [2].\n\n` +
        "No answer was found to: who painted the ceiling?"
    ]
  ] as const)("to %s is %s", function* ([question, expected]) {
    const answer = yield* text(ask(question))
    if (typeof expected === "string") assert.strictEqual(answer, expected)
    else assert.match(answer ?? "", expected)
  })
  test("has excerpts of its pages for the question", function* () {
    const { search_results, usage } = yield* create(ask(tide))
    assert.strictEqual(search_results?.length, 3)
    assert.deepEqual(search_results?.[0], {
      title: "Tides at Brest",
      url: "https://tides.example/brest",
      date: "2026-11-20",
      snippet: "High water at Brest is at 06:12 on Saturday. Spring tides follow the full moon by two days.",
      source: "web"
    })
    assert.deepEqual([usage?.search_context_size, usage?.num_search_queries], ["low", 1])
  })
  test("without search comes from the conversation and says so", function* () {
    heard.length = 0
    const answer = yield* create(
      ask("", {
        disable_search: true,
        messages: [
          { role: "system", content: "The boat is blue. The crew is small." },
          { role: "user", content: "What colour is the boat?" }
        ]
      })
    )
    assert.strictEqual(
      answer.choices[0]?.message.content,
      "The boat is blue.\n\nThis is taken from the conversation; no sources were used."
    )
    assert.strictEqual(heard.length, 0)
    assert.isUndefined(answer.citations ?? answer.usage?.search_context_size)
  })
  test.each([
    [{ max_tokens: 1 }, "High", "length"],
    [{ max_tokens: 20, stop: ["", "Saturday", " at 06"] }, "High water at Brest is", "stop"]
  ])("with %j ends with %j: %s", function* ([limits, expected, reason]) {
    const { choices } = yield* create(ask(tide, limits))
    assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], [expected, reason])
  })
  test("fails as search does", function* () {
    const failure = new ApiError.UnavailableError({ message: "The index is being built." })
    const error = Effect.flip(
      Effect.provide(create(ask(tide)), services({ create: () => Effect.fail(failure) }))
    )
    assert.strictEqual((yield* error)._tag, "UnavailableError")
  })
})

describe("a search", () => {
  test("gets all filters, nulls left out, and the question without its quotation marks", function* () {
    heard.length = 0
    yield* create(
      ask('When is "high water" at “Brest”?', {
        search_mode: "academic",
        search_domain_filter: ["tides.example"],
        search_recency_filter: null,
        last_updated_after_filter: "1/2/2026",
        web_search_options: { search_context_size: "high", user_location: { country: "FR", city: "Brest" } }
      })
    )
    assert.deepEqual(heard, [
      {
        query: tide,
        max_results: 12,
        max_tokens_per_page: 4096,
        max_tokens: 32768,
        country: "FR",
        search_mode: "academic",
        search_domain_filter: ["tides.example"],
        last_updated_after_filter: "1/2/2026"
      }
    ])
  })
})

const format = (given: object) => ({
  response_format: { type: "json_schema" as const, json_schema: { schema: { ...given } } }
})

test("an answer of a schema is JSON of it, filled from the pages that answer the question, and from no other", function* () {
  const schema = {
    type: "object",
    required: ["time", "range_metres", "ferry"],
    properties: {
      time: { type: "string", format: "time", description: "time of high water" },
      range_metres: { type: "number" },
      ferry: { type: ["boolean", "null"], description: "Does the ferry to Ouessant leave Brest every day?" }
    }
  }
  const tides = "When is high water at Brest, and how large is the tide range?"
  for (const [asked, ferry] of [
    [tides, null],
    [`${tides} Does the ferry to Ouessant leave every day?`, true]
  ] as const) {
    const content = yield* text(ask(asked, format(schema)))
    assert.deepEqual(JSON.parse(content ?? ""), { time: "06:12", range_metres: 7.3, ferry })
  }
  const error = yield* Effect.flip(create(ask(tide, format({ enum: [false], type: "string" }))))
  const path = error._tag === "InvalidRequestError" ? error.issues?.[0]?.path.join(".") : error._tag
  assert.strictEqual(path, "response_format.json_schema.schema")
})
