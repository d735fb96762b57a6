// Chat answers over the pages of a harbour town.
import { assert, describe } from "vitest"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { engine, heard, services } from "../support/services.ts"
import { ask, create, events, text, tide } from "./support.ts"
import { test } from "../support/services.ts"

describe("an answer", () => {
  test("is composed of what search found, with citations", function* () {
    assert.strictEqual(yield* text(ask(tide)), "High water at Brest is at 06:12 on Saturday [1].")
    assert.strictEqual(
      yield* text(ask("Who is the harbour master?")),
      "The harbour master is Anne Le Goff [1]."
    )
    assert.match(
      (yield* text(ask("Why does the lighthouse stand there?"))) ?? "",
      /because ships have to pass the narrows \[\d\]/
    )
    assert.strictEqual(
      yield* text(ask("What is the fee per night for a boat under 10 metres?")),
      "Under 10 metres: 18 EUR (Fees, Fee per night) [1]."
    )
  })
  test("does not depend on greetings and thanks around the question", function* () {
    for (const message of [`Hello! ${tide} Thanks!`, `Hi, ${tide}`, `${tide} Thanks in advance.`])
      assert.strictEqual(
        yield* text(ask(message)),
        "High water at Brest is at 06:12 on Saturday [1].",
        message
      )
  })
  test("says plainly that nothing was found", function* () {
    const none = yield* create(ask("Who painted the ceiling of the Sistine chapel?"))
    assert.strictEqual(none.choices[0]?.message.content, "No page was found for this question.")
    assert.deepEqual(none.citations, [])
    assert.match(
      (yield* text(ask("Who repairs bicycles in Brest?"))) ?? "",
      /^No answer to this question was found on the/
    )
  })
  test("answers each part of a question, and names those that it cannot", function* () {
    assert.strictEqual(
      yield* text(ask(`${tide} And at what time does the ferry leave, and who painted the ceiling?`)),
      "High water at Brest is at 06:12 on Saturday [1].\n\n" +
        "The ferry to Ouessant leaves Brest at 08:30 every day [2].\n\n" +
        "No answer was found to: who painted the ceiling?"
    )
  })
  test("cites its first results, those of its text, with dates only where known, and no cost", function* () {
    const { citations, search_results, usage } = yield* create(ask(tide))
    assert.deepEqual(citations, ["https://tides.example/brest"])
    assert.strictEqual(search_results?.length, 3)
    assert.deepEqual(search_results?.[0], {
      title: "Tides at Brest",
      url: "https://tides.example/brest",
      date: "2026-11-20",
      snippet: "High water at Brest is at 06:12 on Saturday. Spring tides follow the full moon by two days.",
      source: "web"
    })
    assert.isFalse(Object.hasOwn(search_results?.[1] ?? {}, "date"))
    assert.deepEqual(usage, {
      prompt_tokens: 7,
      completion_tokens: 12,
      total_tokens: 19,
      cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 },
      search_context_size: "low",
      num_search_queries: 1
    })
  })
  test("without search comes from the conversation and says so", function* () {
    heard.length = 0
    const answer = yield* create(
      ask("What colour is the boat?", {
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
    assert.isUndefined(answer.citations)
    assert.isUndefined(answer.usage?.search_context_size)
    assert.strictEqual(
      yield* text(ask("hello", { enable_search_classifier: true })),
      "Hello. What would you like to know?"
    )
  })
  test("from passages in the message quotes each that has words of the question", function* () {
    const passages = ["Breakfast is served from six.", "The Alpenblick is an inn.", "Dogs stay outside."]
    const answer = yield* text(
      ask([...passages, "When is breakfast at the Alpenblick?"].join("\n"), { disable_search: true })
    )
    assert.include(answer, passages[0])
    assert.include(answer, passages[1])
    assert.notInclude(answer, passages[2])
  })
  test("ends at max_tokens with length, at a stop string with stop", function* () {
    const short = yield* create(ask(tide, { max_tokens: 1 }))
    assert.deepEqual([short.choices[0]?.message.content, short.choices[0]?.finish_reason], ["High", "length"])
    assert.strictEqual(short.usage?.completion_tokens, 1)
    const stopped = yield* create(ask(tide, { max_tokens: 20, stop: ["", "Saturday", " at 06"] }))
    assert.deepEqual(
      [stopped.choices[0]?.message.content, stopped.choices[0]?.finish_reason],
      ["High water at Brest is", "stop"]
    )
    const before = yield* create(ask(tide, { max_tokens: 1, stop: " at 06" }))
    assert.deepEqual(
      [before.choices[0]?.message.content, before.choices[0]?.finish_reason],
      ["High", "length"]
    )
  })
  test("has related questions and a list of no images when asked for", function* () {
    const answer = yield* create(ask(tide, { return_images: true, return_related_questions: true }))
    assert.deepEqual(answer.images, [])
    const related = answer.related_questions ?? []
    assert.deepEqual(related, ["What about spring tides?"])
    const plain = yield* create(ask(tide))
    assert.isUndefined(plain.images)
    assert.isUndefined(plain.related_questions)
    const none = yield* create(ask("What does the market sell?", { return_related_questions: true }))
    assert.deepEqual(none.related_questions, [])
  })
  test("hands all filters to search, nulls left out", function* () {
    heard.length = 0
    yield* create(
      ask(tide, {
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
  test("prefers pages of the wanted language, and takes others when there are none", function* () {
    heard.length = 0
    const answer = yield* create(ask(tide, { language_preference: "fr" }))
    assert.deepEqual(
      heard.map(({ search_language_filter: languages }) => languages),
      [["fr"], undefined]
    )
    assert.strictEqual(answer.usage?.num_search_queries, 2)
    assert.strictEqual(answer.citations?.[0], "https://tides.example/brest")
  })
  test("fails as search does", function* () {
    const failure = new ApiError.UnavailableError({ message: "The index is being built." })
    const broken = { create: () => Effect.fail(failure) }
    const error = yield* Effect.flip(Effect.provide(create(ask(tide)), services({ ...engine, ...broken })))
    assert.strictEqual(error._tag, "UnavailableError")
    const before = yield* Effect.flip(Effect.provide(events(ask(tide)), services({ ...engine, ...broken })))
    assert.strictEqual(before._tag, "UnavailableError")
  })
})
