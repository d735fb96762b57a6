// Responses over the pages of a harbour town, and their stream. Its numbers, texts and last event: conformance.
import * as ApiError from "@leadline/core/errors"
import { outputText, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { pageLength } from "../../src/question-answering/services.ts"
import {
  atBrest,
  createResponse,
  failing,
  finding,
  heard,
  refused,
  responseEvents,
  test,
  tide
} from "../support/services.ts"

const typesOf = ({ output }: Effect.Success<ReturnType<typeof createResponse>>) =>
  output.map(({ type }) => String(type))

test("a response holds what was searched, then the answer with annotations on its citations", function* () {
  const response = yield* createResponse({ input: tide })
  assert.deepEqual(typesOf(response), ["search_results", "message"])
  assert.strictEqual(outputText(response), atBrest)
  const [, message] = response.output
  const page = { url: "https://tides.example/brest", title: "Tides at Brest" }
  assert.deepEqual(message?.type === "message" ? message.content?.[0]?.annotations : undefined, [
    { type: "url_citation", start_index: 44, end_index: 47, ...page }
  ])
  assert.deepEqual(response.usage?.tool_calls_details, { search_web: { invocation: 1 } })
})

test("a response to a greeting is no search, unless one is required", function* () {
  const request = { input: "hello", tools: [{ type: "web_search" as const }] }
  assert.deepEqual(typesOf(yield* createResponse(request)), ["message"])
  const forced = yield* createResponse({ ...request, tool_choice: "required" })
  assert.include(typesOf(forced), "search_results")
})

test("a response has the tool's filters, which replace the preset's tool", function* () {
  heard.length = 0
  const filters = { search_domain_filter: ["-a.example"] }
  yield* createResponse({
    input: tide,
    preset: "fast",
    tools: [{ type: "web_search", search_context_size: "high", max_tokens: 5_000_000, filters }]
  })
  const limits = { max_results: 12, max_tokens_per_page: 4096, max_tokens: 1_000_000 }
  assert.deepEqual(heard, [{ query: tide, ...limits, ...filters }])
})

test("a response takes at most max_steps searches, one for each part of the question", function* () {
  const count = Effect.fnUntraced(function* (more: Partial<ResponsesRequest>) {
    heard.length = 0
    const input = "What are the fees, and when does the ferry leave, and who is the harbour master?"
    yield* createResponse({ input, preset: "deep-research", ...more })
    return heard.length
  })
  assert.strictEqual(yield* count({ max_steps: 2, reasoning: { effort: "xhigh" } }), 2)
  assert.strictEqual(yield* count({}), 4)
})

test("a response reads addresses of the index, and no others", function* () {
  const input = "Who is the master by https://harbour.example/rules?"
  const response = yield* createResponse({ input, preset: "pro-search" })
  assert.deepEqual(typesOf(response), ["fetch_url_results", "message"])
  assert.include(outputText(response), "Anne Le Goff [1]")
  assert.deepEqual(response.usage?.tool_calls_details, { fetch_url: { invocation: 1 } })
  const model = "openai/gpt-5"
  const elsewhere = "What says https://elsewhere.example/x?"
  const { output } = yield* createResponse({ input: elsewhere, model, tools: [{ type: "fetch_url" }] })
  assert.deepEqual(output[0]?.type === "fetch_url_results" ? output[0].contents : undefined, [])
})

test("a response to unknown models and presets is refused; a fallback goes on to the next, and where all fail it has failed", function* () {
  assert.deepEqual(yield* refused({ input: tide, model: "no/model" }), ["invalid_model", "model"])
  assert.deepEqual(yield* refused({ input: tide, preset: "constructor" }), ["invalid_parameter", "preset"])
  const models = ["no/model", "openai/gpt-5"]
  const response = yield* createResponse({ input: tide, preset: "fast", models })
  assert.deepEqual([response.model, response.status], ["openai/gpt-5", "completed"])
  const unknown = yield* createResponse({ input: tide, models: ["no/model", "no/other"] })
  assert.deepEqual([unknown.status, unknown.error?.type, unknown.output], ["failed", "invalid_model", []])
})

test("a response fails where search does, with nothing from inside", function* () {
  const failure = new ApiError.UnavailableError({ message: "secret-cause" })
  const { error, status, usage } = yield* Effect.provide(createResponse({ input: tide }), failing(failure))
  const message = "A service this run needs has failed."
  assert.deepEqual([status, error], ["failed", { message, type: "service_unavailable", code: "503" }])
  assert.isDefined(usage)
})

test("a response reads the beginning of a page", function* () {
  const snippet = `${"High water at Brest is at 06:12. ".padEnd(pageLength)} Tickets cost 22 EUR.`
  const long = finding({ title: "Tides", url: "https://tides.example/", snippet })
  const response = yield* Effect.provide(createResponse({ input: "What do tickets cost?" }), long)
  assert.notInclude(outputText(response), "22 EUR")
})

test("a stream of a search comes in the documented order, and begins with the preset as its model", function* () {
  const all = yield* responseEvents({ input: tide, preset: "fast" })
  const kinds = all
    .map(({ type }) => String(type).replace(/^response\./, ""))
    .filter((kind, index, every) => every[index - 1] !== kind)
  const order =
    "created in_progress reasoning.started output_item.added reasoning.search_queries reasoning.search_results " +
    "output_item.done reasoning.stopped output_item.added output_text.delta output_text.done output_item.done completed"
  assert.strictEqual(kinds.join(" "), order)
  const begun = all[1]?.type === "response.in_progress" ? all[1].response : undefined
  assert.deepEqual([begun?.model, begun?.status, begun?.output], ["fast", "in_progress", []])
})
