// Responses over the pages of a harbour town.
import * as ApiError from "@leadline/core/errors"
import { outputText, type ResponsesRequest, runLimits } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { pageLength } from "../../src/question-answering/pageSearch.ts"
import { heard, services, test } from "../support/services.ts"
import { answer, create, events, refused, tide } from "./support.ts"

const typesOf = ({ output }: Effect.Success<ReturnType<typeof create>>) =>
  output.map(({ type }) => String(type))

describe("a response", () => {
  test("holds what was searched, then the answer with annotations on its citations", function* () {
    const response = yield* create({ input: tide })
    assert.strictEqual(response.model, "xai/grok-4-1-fast-non-reasoning")
    assert.deepEqual(typesOf(response), ["search_results", "message"])
    assert.strictEqual(outputText(response), answer)
    const [, message] = response.output
    assert.deepEqual(message?.type === "message" ? message.content?.[0]?.annotations : undefined, [
      {
        type: "url_citation",
        start_index: 44,
        end_index: 47,
        url: "https://tides.example/brest",
        title: "Tides at Brest"
      }
    ])
    assert.deepEqual(response.usage, {
      input_tokens: 7,
      output_tokens: 12,
      total_tokens: 19,
      cost: { currency: "USD", input_cost: 0, output_cost: 0, total_cost: 0 },
      tool_calls_details: { search_web: { invocation: 1 } }
    })
  })
  test("annotates every citation of an answer from several pages", function* () {
    const input = "What does a ferry ticket cost, and who is the harbour master?"
    const message = (yield* create({ input, preset: "deep-research" })).output.at(-1)
    const [content] = message?.type === "message" ? (message.content ?? []) : []
    const marks = content?.annotations?.map(({ end_index: end, start_index: start }) =>
      content.text.slice(start ?? 0, end ?? 0)
    )
    assert.deepEqual(marks, content?.text.match(/\[\d+\]/g))
    assert.isAbove(marks?.length ?? 0, 1)
  })
  test("without preset and tool is not searched for", function* () {
    heard.length = 0
    const response = yield* create({ input: tide, model: "openai/gpt-5" })
    assert.strictEqual(heard.length, 0)
    assert.match(outputText(response), /^Nothing in this conversation answers this/)
    assert.isUndefined(response.usage?.tool_calls_details)
  })
  test("to a greeting is no search, unless one is required", function* () {
    const request = { input: "hello", tools: [{ type: "web_search" as const }] }
    assert.deepEqual(typesOf(yield* create(request)), ["message"])
    const forced = yield* create({ ...request, tool_choice: "required" })
    assert.include(typesOf(forced), "search_results")
  })
  test("has the tool's filters, which replace the preset's tool", function* () {
    heard.length = 0
    const filters = { search_domain_filter: ["-a.example"] }
    yield* create({
      input: tide,
      preset: "fast",
      tools: [{ type: "web_search", search_context_size: "high", max_tokens: 5_000_000, filters }]
    })
    const limits = { max_results: 12, max_tokens_per_page: 4096, max_tokens: 1_000_000 }
    assert.deepEqual(heard, [{ query: tide, ...limits, ...filters }])
  })
  test("takes at most max_steps searches", function* () {
    const count = Effect.fnUntraced(function* (more: Partial<ResponsesRequest>) {
      heard.length = 0
      const input = "What fees and rules are there for boats and ferries in the harbour?"
      yield* create({ input, preset: "deep-research", ...more })
      return heard.length
    })
    assert.strictEqual(yield* count({ max_steps: 1 }), 1)
    assert.isAtMost(yield* count({ max_steps: 2, reasoning: { effort: "xhigh" } }), 2)
    assert.isAbove(yield* count({}), 1)
  })
  test("reads addresses of the index, and no others", function* () {
    const input = "Who is the master by https://harbour.example/rules?"
    const response = yield* create({ input, preset: "pro-search" })
    assert.deepEqual(typesOf(response), ["fetch_url_results", "message"])
    assert.include(outputText(response), "Anne Le Goff [1]")
    assert.deepEqual(response.usage?.tool_calls_details, { fetch_url: { invocation: 1 } })
    const other = yield* create({
      input: "What says https://elsewhere.example/x?",
      model: "openai/gpt-5",
      tools: [{ type: "fetch_url" }]
    })
    const [item] = other.output
    assert.deepEqual(item?.type === "fetch_url_results" ? item.contents : undefined, [])
  })
})

describe("models and presets", () => {
  test("that are unknown are refused; a fallback goes on to the next, and where all fail the response has failed", function* () {
    assert.deepEqual(yield* refused({ input: tide, model: "no/model" }), ["invalid_model", "model"])
    assert.deepEqual(yield* refused({ input: tide, preset: "constructor" }), ["invalid_parameter", "preset"])
    const response = yield* create({ input: tide, preset: "fast", models: ["no/model", "openai/gpt-5"] })
    assert.deepEqual([response.model, response.status], ["openai/gpt-5", "completed"])
    const unknown = yield* create({ input: tide, models: ["no/model", "no/other"] })
    assert.deepEqual([unknown.status, unknown.error?.type, unknown.output], ["failed", "invalid_model", []])
  })
})

describe("a run", () => {
  test("fails where search does, with nothing from inside, and with its last event", function* () {
    const error = new ApiError.UnavailableError({ message: "secret-cause" })
    const broken = yield* Layer.build(services({ create: () => Effect.fail(error) }))
    const response = yield* Effect.provideContext(create({ input: tide }), broken)
    assert.deepEqual(
      [response.status, response.error],
      [
        "failed",
        { message: "A service this run needs has failed.", type: "service_unavailable", code: "503" }
      ]
    )
    assert.isDefined(response.usage)
    const kinds = (yield* Effect.provideContext(events({ input: tide }), broken)).map(({ type }) => type)
    assert.deepEqual(kinds, ["response.created", "response.in_progress", "response.failed"])
  })
  test("that takes too long has failed, all its models together", function* () {
    const slow = yield* Layer.build(services({ create: () => Effect.never }))
    const models = ["xai/grok-4-1-fast-non-reasoning", "openai/gpt-5"]
    const running = yield* Effect.forkChild(
      Effect.provideContext(create({ input: tide, models, preset: "fast" }), slow)
    )
    yield* TestClock.adjust(runLimits.duration - 1)
    assert.isUndefined(running.pollUnsafe())
    yield* TestClock.adjust(1)
    const { error, status } = yield* Fiber.join(running)
    assert.deepEqual([status, error?.code], ["failed", "504"])
  })
  test("reads the beginning of each page, and so many characters of all as one may", function* () {
    const snippet = "High water at Brest is at 06:12. ".padEnd(pageLength + 33)
    const [title, url] = ["Tides", "https://tides.example/"]
    const most = Math.floor(runLimits.characters / (pageLength + title.length + url.length + 3))
    const results = Array.from({ length: most + 5 }, (_, at) => ({
      title,
      url: url + String(at).padStart(3, "0"),
      snippet: at === 0 ? `${snippet}Tickets cost 22 EUR.` : snippet
    }))
    const long = yield* Layer.build(services({ create: () => Effect.succeed({ id: "s", results }) }))
    const input = "What do tickets cost?"
    const response = yield* Effect.provideContext(create({ input, preset: "fast" }), long)
    const [found] = response.output
    assert.strictEqual(found?.type === "search_results" ? found.results.length : 0, most)
    assert.notInclude(outputText(response), "22 EUR")
  })
})
