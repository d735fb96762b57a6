// The loop of a run over its tools: searches, steps, events, failures, and models that are tried in turn.
import { assert, describe } from "vitest"
import { UnavailableError } from "@leadline/core/errors"
import { outputText } from "@leadline/core/responses"
import { type CallBody, searchOf, textReply } from "../../support/modelScript.ts"
import { call, callReply, hasResult, question, searching, use } from "../../support/responsesScript.ts"
import { test } from "../../support/effects.ts"

describe("a run", () => {
  test("searches with the filters of the tool, and cites what was found", function* () {
    const { asked, calls, create } = use(searching("At 06:12 [1], at 18:40 [7]."), {
      prices: { "my-model": { input: 2, output: 4 } }
    })
    const tool = {
      type: "web_search",
      filters: { search_domain_filter: ["tides.example"] },
      user_location: { country: "FR" },
      max_tokens: 2_000_000
    } as const
    const response = yield* create({ ...question, tools: [tool], reasoning: { effort: "high" } })
    assert.deepStrictEqual(asked, [
      {
        query: ["tide", "Brest"],
        max_results: 5,
        max_tokens_per_page: 1_024,
        max_tokens: 1_000_000,
        country: "FR",
        search_domain_filter: ["tides.example"]
      }
    ])
    assert.strictEqual(outputText(response), "At 06:12 [1], at 18:40.")
    const [found, message] = response.output
    assert.isTrue(found?.type === "search_results" && found.results[1]?.id === 2)
    assert.deepStrictEqual(message?.type === "message" && message.content?.[0]?.annotations, [
      {
        type: "url_citation",
        start_index: 9,
        end_index: 12,
        url: "https://tides.example/1",
        title: "Page 1"
      }
    ])
    assert.deepInclude(response.usage, {
      input_tokens: 20,
      cost: { currency: "USD", input_cost: 0.00004, output_cost: 0.00004, total_cost: 0.00008 },
      tool_calls_details: { search_web: { invocation: 1 } }
    })
    assert.deepStrictEqual([response.model, calls[1].reasoning_effort], ["model/my-model", "high"])
    assert.match(calls[1].messages.at(-1).content, /<source number="1" url="https:\/\/tides/)
  })

  test("costs what its searches cost, too", function* () {
    for (const tools of [true, false]) {
      const { create } = use(searching("Six [1]."), { tools }, searchOf(1, undefined, 0.01))
      assert.deepInclude((yield* create(question)).usage?.cost, { tool_calls_cost: 0.01, total_cost: 0.01 })
    }
  })

  test("ends its tools after max_steps, and tells the model of calls that it cannot make", function* () {
    const { calls, create } = use((body) =>
      body.tools === undefined
        ? textReply(body, "At last.")
        : callReply(body, call("web_search", {}), call("shell", { command: "ls" }, "b"))
    )
    const response = yield* create({ ...question, preset: "pro-search", max_steps: 2 })
    assert.strictEqual(outputText(response), "At last.")
    assert.deepStrictEqual(
      calls.map((body) => body.tools?.length ?? 0),
      [1, 1, 0]
    )
    assert.deepStrictEqual(
      calls[1].messages.slice(-2).map(({ content }: CallBody) => content),
      ["Expected queries: a list of texts.", "There is no such tool."]
    )
  })

  test("fails as its search does, once it has begun", function* () {
    const broken = searchOf(0, new UnavailableError({ message: "No search now.", retryAfter: 1_000 }))
    const { create, stream } = use(searching("Made up."), {}, broken)
    const response = yield* create(question)
    assert.deepStrictEqual([response.status, response.error?.code], ["failed", "503"])
    const last = (yield* stream(question)).at(-1)
    assert.isTrue(last?.type === "response.failed" && last.response?.status === "failed")
  })

  test("whose model breaks off has failed, with what came before", function* () {
    const { stream } = use((body) =>
      hasResult(body)
        ? { events: [{ choices: [{ index: 0, delta: { content: "At 06" } }] }] }
        : searching("")(body, 0)
    )
    const last = (yield* stream({ ...question, max_steps: 1 })).at(-1)
    assert.isTrue(last?.type === "response.failed" && last.error?.code === "502")
    assert.deepStrictEqual(
      last?.type === "response.failed" && last.response?.output.map(({ type }) => type),
      ["search_results"]
    )
  })

  test("goes on with the next of its models", function* () {
    const models = { "a/one": "one", "a/two": "two" }
    const { create } = use(
      (body) => (body.model === "one" ? { status: 500, body: {} } : textReply(body, "Six.")),
      { models }
    )
    const response = yield* create({ ...question, models: ["a/none", "a/one", "a/two"] })
    assert.deepStrictEqual([response.model, outputText(response)], ["a/two", "Six."])
  })
})
