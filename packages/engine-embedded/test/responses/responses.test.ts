// The responses engine over the harbour pages.
import { assert, describe, it } from "@effect/vitest"
import * as ApiError from "@leadline/core/errors"
import { outputText, Responses, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { atOnce } from "../../src/scheduling/timeSlicer.ts"
import { readConversation } from "../../src/responses/conversation.ts"
import { engine, heard, services } from "../support/services.ts"

const tide = "When is high water at Brest?"
const answer = "High water at Brest is at 06:12 on Saturday [1]."
const weather = {
  type: "function" as const,
  name: "get_weather",
  description: "Current weather of a city",
  parameters: {
    type: "object",
    required: ["city"],
    properties: { city: { type: "string", description: "Name of the city" } }
  }
}

/** How an output of so many characters is read. */
const outputOf = (length: number) => {
  const output = JSON.stringify({ sky: "c".repeat(length) })
  const item = { type: "function_call_output" as const, call_id: "call_1", output }
  return atOnce(readConversation([item], undefined)).outputs[0]?.slice(0, 5)
}

const create = Effect.fnUntraced(function* (request: ResponsesRequest) {
  return yield* (yield* Responses).create(request)
})
const events = Effect.fnUntraced(function* (request: ResponsesRequest) {
  return yield* Stream.runCollect(yield* (yield* Responses).stream(request))
})
const refused = (request: ResponsesRequest) =>
  Effect.map(Effect.flip(create(request)), (error) =>
    error._tag === "InvalidRequestError" ? [error.type, error.param] : [error._tag]
  )

/** Ids and times replaced, so that what is left is always the same. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"(resp|msg|fc|call)_[0-9a-f-]{36}"/g, '"$1_1"')
      .replaceAll(/"created_at":\d+/g, '"created_at":1')
  )

describe("a response", () => {
  it.effect("holds what was searched, then the answer with annotations on its citations", () =>
    Effect.gen(function* () {
      const response = yield* create({ input: tide })
      assert.strictEqual(response.model, "xai/grok-4-1-fast-non-reasoning")
      assert.deepEqual(
        response.output.map(({ type }) => String(type)),
        ["search_results", "message"]
      )
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
        output_tokens: 13,
        total_tokens: 20,
        cost: {
          currency: "USD",
          input_cost: 0.0000014,
          output_cost: 0.0000065,
          tool_calls_cost: 0.005,
          total_cost: 0.0050079
        },
        tool_calls_details: { search_web: { invocation: 1 } }
      })
    }).pipe(Effect.provide(services()))
  )
  it.effect("annotates every citation with its own UTF-16 range", () =>
    Effect.gen(function* () {
      for (const input of [
        tide,
        "What does the market sell, and when does the ferry leave?",
        "How is the harbour lit and who is its master?"
      ]) {
        const response = yield* create({ input, preset: "deep-research" })
        for (const item of response.output) {
          if (item.type !== "message") continue
          for (const { annotations, text } of item.content ?? []) {
            const marks = (annotations ?? []).map(({ end_index: end, start_index: start }) =>
              text.slice(start ?? 0, end ?? 0)
            )
            assert.deepEqual(marks, text.match(/\[\d+\]/g) ?? [])
            assert.isAbove(marks.length, 0)
          }
        }
      }
    }).pipe(Effect.provide(services()))
  )
  it.effect("without preset and tool is not searched for", () =>
    Effect.gen(function* () {
      heard.length = 0
      const response = yield* create({ input: tide, model: "openai/gpt-5" })
      assert.strictEqual(heard.length, 0)
      assert.strictEqual(
        outputText(response),
        "Nothing in this conversation answers this, and no sources were used."
      )
      assert.isUndefined(response.usage?.tool_calls_details)
    }).pipe(Effect.provide(services()))
  )
  it.effect("has the tool's filters, which replace the preset's tool", () =>
    Effect.gen(function* () {
      heard.length = 0
      yield* create({
        input: tide,
        preset: "fast",
        tools: [
          {
            type: "web_search",
            search_context_size: "high",
            max_tokens: 5_000_000,
            filters: { search_domain_filter: ["-a.example"] }
          }
        ]
      })
      assert.deepEqual(heard, [
        {
          query: tide,
          max_results: 12,
          max_tokens_per_page: 4096,
          max_tokens: 1_000_000,
          search_domain_filter: ["-a.example"]
        }
      ])
    }).pipe(Effect.provide(services()))
  )
  it.effect("takes at most max_steps searches", () =>
    Effect.gen(function* () {
      const count = Effect.fnUntraced(function* (more: Partial<ResponsesRequest>) {
        heard.length = 0
        yield* create({
          input: "What fees and rules are there for boats and ferries in the harbour?",
          preset: "deep-research",
          ...more
        })
        return heard.length
      })
      assert.strictEqual(yield* count({ max_steps: 1 }), 1)
      assert.isAtMost(yield* count({ max_steps: 2, reasoning: { effort: "xhigh" } }), 2)
      assert.isAbove(yield* count({}), 1)
    }).pipe(Effect.provide(services()))
  )
  it.effect("reads addresses of the index, and no others", () =>
    Effect.gen(function* () {
      const response = yield* create({
        input: "Who is the master by https://harbour.example/rules?",
        preset: "pro-search"
      })
      assert.deepEqual(
        response.output.map(({ type }) => String(type)),
        ["fetch_url_results", "message"]
      )
      assert.include(outputText(response), "Anne Le Goff [1]")
      assert.deepEqual(response.usage?.tool_calls_details, { fetch_url: { invocation: 1 } })
      const other = yield* create({
        input: "What says https://elsewhere.example/x?",
        model: "openai/gpt-5",
        tools: [{ type: "fetch_url" }]
      })
      const [item] = other.output
      assert.deepEqual(item?.type === "fetch_url_results" ? item.contents : undefined, [])
    }).pipe(Effect.provide(services()))
  )
})

describe("models and presets", () => {
  it.effect("unknown ones are refused, a fallback goes on to the next", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* refused({ input: tide, model: "no/model" }), ["invalid_model", "model"])
      assert.deepEqual(yield* refused({ input: tide, preset: "constructor" }), [
        "invalid_parameter",
        "preset"
      ])
      const response = yield* create({ input: tide, preset: "fast", models: ["no/model", "openai/gpt-5"] })
      assert.deepEqual([response.model, response.status], ["openai/gpt-5", "completed"])
    }).pipe(Effect.provide(services()))
  )
  it.effect("when all fail the response has failed, and tells nothing from inside", () =>
    Effect.gen(function* () {
      const unknown = yield* create({ input: tide, models: ["no/model", "no/other"] })
      assert.deepEqual(
        [unknown.status, unknown.error, unknown.output],
        ["failed", { message: "None of the models is known.", type: "invalid_model", code: "400" }, []]
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("a failing search fails the run, with status failed and its last event", () =>
    Effect.gen(function* () {
      const response = yield* create({ input: tide })
      assert.deepEqual(
        [response.status, response.error],
        [
          "failed",
          { message: "A service this run needs has failed.", type: "service_unavailable", code: "503" }
        ]
      )
      assert.isDefined(response.usage)
      const all = yield* events({ input: tide })
      assert.deepEqual(
        all.map(({ type }) => String(type)),
        ["response.created", "response.in_progress", "response.failed"]
      )
    }).pipe(
      Effect.provide(
        services({
          ...engine,
          create: () => Effect.fail(new ApiError.UnavailableError({ message: "secret-cause" }))
        })
      )
    )
  )
})

const call = (request: Partial<ResponsesRequest>) =>
  Effect.map(
    create({ input: "What is the weather in Paris?", model: "openai/gpt-5", tools: [weather], ...request }),
    (response) => {
      const [item] = response.output
      return item?.type === "function_call"
        ? [response.status, item.name, JSON.parse(item.arguments)]
        : [response.status, String(item?.type)]
    }
  )

describe("functions", () => {
  it.effect("are called when the question asks for them, with arguments from it", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* call({}), ["requires_action", "get_weather", { city: "Paris" }])
      assert.deepEqual(yield* call({ input: tide }), ["completed", "message"])
    }).pipe(Effect.provide(services()))
  )
  it.effect("obey tool_choice", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* call({ tool_choice: "none" }), ["completed", "message"])
      assert.strictEqual((yield* call({ input: tide, tool_choice: "required" }))[0], "requires_action")
      assert.strictEqual(
        (yield* call({ input: tide, tool_choice: { type: "function", name: "get_weather" } }))[1],
        "get_weather"
      )
      assert.deepEqual(
        yield* refused({
          input: tide,
          model: "openai/gpt-5",
          tools: [weather],
          tool_choice: { type: "function", name: "other" }
        }),
        ["invalid_parameter", "tool_choice.name"]
      )
    }).pipe(Effect.provide(services()))
  )
  it.effect("the best of several is chosen", () =>
    Effect.gen(function* () {
      const mail = {
        type: "function" as const,
        name: "send_email",
        description: "Sends an email to a person"
      }
      assert.strictEqual((yield* call({ tools: [mail, weather] }))[1], "get_weather")
    }).pipe(Effect.provide(services()))
  )
  it.effect("are answered from their output in the next request", () =>
    Effect.gen(function* () {
      const response = yield* create({
        model: "openai/gpt-5",
        tools: [weather],
        input: [
          { role: "user", content: "What is the weather in Paris?" },
          { type: "function_call", call_id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' },
          { type: "function_call_output", call_id: "call_1", output: '{"temperature":18,"sky":"clear"}' }
        ]
      })
      assert.deepEqual([response.status, outputText(response)], ["completed", "temperature: 18\nsky: clear"])
    }).pipe(Effect.provide(services()))
  )
  it("give outputs over 1 MiB that are read as text, whatever they are", () => {
    assert.deepEqual([outputOf(1_000_000), outputOf(1_048_576)], ["sky: ", '{"sky'])
  })
  it.effect("with parameters that cannot be kept are refused with their place", () =>
    Effect.gen(function* () {
      const parameters = { type: "object", properties: { a: { not: {} } } }
      assert.deepEqual(yield* refused({ input: tide, tools: [{ ...weather, parameters }] }), [
        undefined,
        undefined
      ])
    }).pipe(Effect.provide(services()))
  )
})

describe("a stream", () => {
  it.effect("of a search comes in the documented order, without gaps", () =>
    Effect.gen(function* () {
      const all = yield* events({ input: tide, preset: "fast" })
      assert.deepEqual(
        all.map((event) => ("sequence_number" in event ? event.sequence_number : -1)),
        all.map((_, index) => index)
      )
      const kinds = all
        .map(({ type }) => String(type).replace(/^response\./, ""))
        .filter((kind, index, every) => every[index - 1] !== kind)
      assert.deepEqual(kinds, [
        "created",
        "in_progress",
        "reasoning.started",
        "output_item.added",
        "reasoning.search_queries",
        "reasoning.search_results",
        "output_item.done",
        "reasoning.stopped",
        "output_item.added",
        "output_text.delta",
        "output_text.done",
        "output_item.done",
        "completed"
      ])
      const deltas = all.flatMap((event) =>
        event.type === "response.output_text.delta" ? [event.delta] : []
      )
      assert.strictEqual(deltas.join(""), answer)
      assert.deepEqual(
        settled(all.slice(0, 2)),
        [0, 1].map((sequence_number) => ({
          type: sequence_number === 0 ? "response.created" : "response.in_progress",
          sequence_number,
          response: {
            id: "resp_1",
            object: "response",
            created_at: 1,
            model: "fast",
            status: "in_progress",
            output: []
          }
        }))
      )
      const last = all.at(-1)
      const whole = yield* create({ input: tide, preset: "fast" })
      assert.deepEqual(settled(last?.type === "response.completed" ? last.response : {}), settled(whole))
    }).pipe(Effect.provide(services()))
  )
  it.effect("of a function call has the whole arguments in its first event", () =>
    Effect.gen(function* () {
      const all = yield* events({
        input: "What is the weather in Paris?",
        model: "openai/gpt-5",
        tools: [weather]
      })
      const item = {
        type: "function_call",
        id: "fc_1",
        call_id: "call_1",
        name: "get_weather",
        arguments: '{"city":"Paris"}',
        status: "completed"
      }
      assert.deepEqual(settled(all.slice(2, 4)), [
        { type: "response.output_item.added", sequence_number: 2, output_index: 0, item },
        { type: "response.output_item.done", sequence_number: 3, output_index: 0, item }
      ])
      const last = all.at(-1)
      assert.strictEqual(last?.type === "response.completed" ? last.response.status : "", "requires_action")
    }).pipe(Effect.provide(services()))
  )
  it.effect("is refused before its first event when the request is wrong", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(events({ input: tide, model: "no/model" }))
      assert.strictEqual(error._tag, "InvalidRequestError")
    }).pipe(Effect.provide(services()))
  )
})
