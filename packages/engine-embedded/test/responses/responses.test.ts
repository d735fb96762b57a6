// Responses over the pages of a harbour town.
import * as ApiError from "@leadline/core/errors"
import { outputText, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { pageLength } from "../../src/question-answering/services.ts"
import { atBrest, heard, services, test, tide } from "../support/services.ts"
import { create, refused } from "./support.ts"

const typesOf = ({ output }: Effect.Success<ReturnType<typeof create>>) =>
  output.map(({ type }) => String(type))

describe("a response", () => {
  test("holds what was searched, then the answer with annotations on its citations", function* () {
    const response = yield* create({ input: tide })
    assert.deepEqual(typesOf(response), ["search_results", "message"])
    assert.strictEqual(outputText(response), atBrest)
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
    assert.deepEqual(response.usage?.tool_calls_details, { search_web: { invocation: 1 } })
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
  test("takes at most max_steps searches, one for each part of the question", function* () {
    const count = Effect.fnUntraced(function* (more: Partial<ResponsesRequest>) {
      heard.length = 0
      const input =
        "What are the fees of the harbour, and when does the ferry leave, and who is the harbour master?"
      yield* create({ input, preset: "deep-research", ...more })
      return heard.length
    })
    assert.strictEqual(yield* count({ max_steps: 2, reasoning: { effort: "xhigh" } }), 2)
    assert.strictEqual(yield* count({}), 4)
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
  test("to unknown models and presets is refused; a fallback goes on to the next, and where all fail it has failed", function* () {
    assert.deepEqual(yield* refused({ input: tide, model: "no/model" }), ["invalid_model", "model"])
    assert.deepEqual(yield* refused({ input: tide, preset: "constructor" }), ["invalid_parameter", "preset"])
    const response = yield* create({ input: tide, preset: "fast", models: ["no/model", "openai/gpt-5"] })
    assert.deepEqual([response.model, response.status], ["openai/gpt-5", "completed"])
    const unknown = yield* create({ input: tide, models: ["no/model", "no/other"] })
    assert.deepEqual([unknown.status, unknown.error?.type, unknown.output], ["failed", "invalid_model", []])
  })
  test("fails where search does, with nothing from inside", function* () {
    const failure = new ApiError.UnavailableError({ message: "secret-cause" })
    const broken = services({ create: () => Effect.fail(failure) })
    const { error, status, usage } = yield* Effect.provide(create({ input: tide }), broken)
    const message = "A service this run needs has failed."
    assert.deepEqual([status, error], ["failed", { message, type: "service_unavailable", code: "503" }])
    assert.isDefined(usage)
  })
  test("reads the beginning of a page", function* () {
    const snippet = `${"High water at Brest is at 06:12. ".padEnd(pageLength)} Tickets cost 22 EUR.`
    const results = [{ title: "Tides", url: "https://tides.example/", snippet }]
    const long = services({ create: () => Effect.succeed({ id: "s", results }) })
    const response = yield* Effect.provide(create({ input: "What do tickets cost?" }), long)
    assert.notInclude(outputText(response), "22 EUR")
  })
})
