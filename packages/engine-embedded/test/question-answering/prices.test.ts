// Costs, against sums worked out by hand.
import { assert, describe, it } from "@effect/vitest"
import { chatCost, chatPrices, responseCost } from "../../src/question-answering/prices.ts"

const price = (model: string) => chatPrices[model] ?? { input: Number.NaN, output: Number.NaN }

describe("the cost of chat", () => {
  it("sonar with a small context", () => {
    assert.deepEqual(chatCost(price("sonar"), { input: 6, output: 1, context: "low", searches: 1 }), {
      input_tokens_cost: 0.000006,
      output_tokens_cost: 0.000001,
      request_cost: 0.005,
      total_cost: 0.005007
    })
  })
  it("sonar-pro with a medium context", () => {
    assert.deepEqual(chatCost(price("sonar-pro"), { input: 12, output: 34, context: "medium" }), {
      input_tokens_cost: 0.000036,
      output_tokens_cost: 0.00051,
      request_cost: 0.01,
      total_cost: 0.010546
    })
  })
  it("sonar-pro of search type pro has its own fee", () => {
    const { total_cost } = chatCost(price("sonar-pro"), { input: 0, output: 0, context: "high", pro: true })
    assert.strictEqual(total_cost, 0.022)
  })
  it("sonar-deep-research counts citations, reasoning and searches", () => {
    const use = {
      input: 33,
      output: 7163,
      citation: 20_016,
      reasoning: 73_997,
      searches: 21,
      context: "low" as const
    }
    assert.deepEqual(chatCost(price("sonar-deep-research"), use), {
      input_tokens_cost: 0.000066,
      output_tokens_cost: 0.057304,
      citation_tokens_cost: 0.040032,
      reasoning_tokens_cost: 0.221991,
      search_queries_cost: 0.105,
      total_cost: 0.424393
    })
  })
  it("without a search there is no fee", () => {
    assert.deepEqual(chatCost(price("sonar"), { input: 6, output: 1 }), {
      input_tokens_cost: 0.000006,
      output_tokens_cost: 0.000001,
      total_cost: 0.000007
    })
  })
})

describe("the cost of a response", () => {
  it("is tokens and tool calls, rounded half up to nine decimals", () => {
    const use = { input: 3, output: 1, search_web: 2, fetch_url: 1, finance_search: 4 }
    assert.deepEqual(responseCost({ inputPrice: 0.0625, outputPrice: 0.0005 }, use), {
      currency: "USD",
      input_cost: 0.000000188,
      output_cost: 0.000000001,
      tool_calls_cost: 0.0105,
      total_cost: 0.010500189
    })
  })
})
