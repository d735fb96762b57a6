// Chat answers over the pages of a harbour town, and their streams in both modes.
import { assert } from "vitest"
import type { ChatRequest } from "@leadline/core/chat"
import * as ApiError from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { atBrest, chatEvents, chatText, createChat, failing, heard, test, tide } from "../support/services.ts"

const fee = "What is the fee per night for a boat under 10 metres?"

test.each([
  [`Hi, ${tide}`, atBrest],
  [fee, "Under 10 metres: 18 EUR (Fees, Fee per night) [1]."],
  ["Who painted the ceiling of the Sistine chapel?", "No page was found for this question."],
  ["Who repairs bikes in Brest?", "No answer to this question was found on the 2 pages that search gave."],
  [
    `${tide} And at what time does the ferry leave, and who painted the ceiling?`,
    `${atBrest}\n\nThe ferry to Ouessant leaves Brest at 08:30 every day [2].\n\n` +
      "No answer was found to: who painted the ceiling?"
  ]
] as const)("an answer to %s is %s", function* ([question, expected]) {
  assert.strictEqual(yield* chatText(question), expected)
})

test("an answer has excerpts of its pages for the question", function* () {
  const { search_results, usage } = yield* createChat(tide)
  assert.lengthOf(search_results ?? [], 3)
  assert.deepEqual(search_results?.[0], {
    title: "Tides at Brest",
    url: "https://tides.example/brest",
    date: "2026-11-20",
    snippet: "High water at Brest is at 06:12 on Saturday. Spring tides follow the full moon by two days.",
    source: "web"
  })
  assert.deepEqual([usage?.search_context_size, usage?.num_search_queries], ["low", 1])
})

test("an answer without search comes from the conversation and says so", function* () {
  heard.length = 0
  const messages = [
    { role: "system" as const, content: "The boat is blue. The crew is small." },
    { role: "user" as const, content: "What colour is the boat?" }
  ]
  const answer = yield* createChat("", { disable_search: true, messages })
  const said = "The boat is blue.\n\nThis is taken from the conversation; no sources were used."
  assert.strictEqual(answer.choices[0]?.message.content, said)
  assert.strictEqual(heard.length, 0)
  assert.isUndefined(answer.citations ?? answer.usage?.search_context_size)
})

test.each([
  [{ max_tokens: 1 }, "High", "length"],
  [{ max_tokens: 20, stop: ["", "Saturday", " at 06"] }, "High water at Brest is", "stop"]
])("an answer with %j ends with %j: %s", function* ([limits, expected, reason]) {
  const { choices } = yield* createChat(tide, limits)
  assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], [expected, reason])
})

test("an answer fails as search does", function* () {
  const failure = new ApiError.UnavailableError({ message: "The index is being built." })
  const error = yield* Effect.flip(Effect.provide(createChat(tide), failing(failure)))
  assert.strictEqual(error._tag, "UnavailableError")
})

test("a search gets all filters, nulls left out, and the question without its quotation marks", function* () {
  heard.length = 0
  const filters = {
    search_mode: "academic",
    search_domain_filter: ["tides.example"],
    last_updated_after_filter: "1/2/2026"
  } as const
  const location = { country: "FR", city: "Brest" }
  const web_search_options = { search_context_size: "high", user_location: location } as const
  const more = { ...filters, search_recency_filter: null, web_search_options }
  yield* createChat('When is "high water" at “Brest”?', more)
  const limits = { max_results: 12, max_tokens_per_page: 4096, max_tokens: 32768 }
  assert.deepEqual(heard, [{ query: tide, ...limits, country: "FR", ...filters }])
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
    const content = yield* chatText(asked, format(schema))
    assert.deepEqual(JSON.parse(content ?? ""), { time: "06:12", range_metres: 7.3, ferry })
  }
  const error = yield* Effect.flip(createChat(tide, format({ enum: [false], type: "string" })))
  const path = error._tag === "InvalidRequestError" ? error.issues?.[0]?.path.join(".") : error._tag
  assert.strictEqual(path, "response_format.json_schema.schema")
})

test("a full stream has citations and usage in every chunk, search results in the first and last, and the answer's end", function* () {
  const all = yield* chatEvents(tide)
  const whole = yield* createChat(tide)
  const last = all.at(-1)
  const { created = 0, id = "" } = last ?? {}
  assert.deepEqual<object | undefined>(last, { ...whole, id, created, object: "chat.completion.done" })
  assert.deepInclude(all[0]?.usage, { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 })
  assert.deepEqual(
    all.map(({ citations, search_results }) => [citations?.length, search_results !== undefined]),
    all.map((_, at) => [1, at === 0 || at === all.length - 1])
  )
})

test("a concise stream has its steps of reasoning again at their end", function* () {
  const all = yield* chatEvents(tide, { model: "sonar-reasoning-pro", stream_mode: "concise" })
  const steps = all.flatMap(({ choices: [choice], object }) =>
    object === "chat.reasoning" ? (choice?.delta.reasoning_steps ?? []) : []
  )
  assert.strictEqual(steps[0]?.thought, `New pages for "${tide}": 3.`)
  const done = all.find(({ object }) => object === "chat.reasoning.done")
  assert.deepEqual(done?.choices[0]?.message?.reasoning_steps, steps)
  assert.isDefined(done?.search_results)
})

const [step, end] = ["chat.reasoning", "chat.reasoning.done"]
test.each<readonly [Partial<ChatRequest>, ReadonlyArray<string>]>([
  [{ model: "sonar-pro", web_search_options: { search_type: "pro" } }, [step, end]],
  [{ model: "sonar-deep-research" }, [end]],
  [{ model: "sonar-reasoning-pro", stream_mode: "full" }, []]
])("a concise stream of %j begins with %j", function* ([more, kinds]) {
  const all = yield* chatEvents(tide, { stream_mode: "concise", ...more })
  const found = new Set(all.map(({ object }) => object))
  assert.deepEqual([...found], [...kinds, "chat.completion.chunk", "chat.completion.done"])
})
