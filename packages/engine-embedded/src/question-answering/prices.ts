// List prices of models and tools, and the cost of an answer, computed in whole picodollars.
// Source: §2.8, §2.10; Assumed: docs, the figures.
import { costOf, perMillion, perThousand, sumOf } from "@leadline/core/schema"

/** Prices of a chat model, in USD. */
export interface ChatPrice {
  /** Per million input tokens. */
  readonly input: number
  /** Per million output tokens. */
  readonly output: number
  /** Per thousand requests that search, by size of the search context. Default: no fee. */
  readonly request?: Fees
  // Assumed: ours.
  /** Instead of `request` when `search_type` is `pro`. */
  readonly requestPro?: Fees
  /** Per million tokens of search results. */
  readonly citation?: number
  /** Per million tokens of reasoning. */
  readonly reasoning?: number
  /** Per thousand searches. */
  readonly searches?: number
}

/** Fees by size of the search context. */
export interface Fees {
  readonly low: number
  readonly medium: number
  readonly high: number
}

/** List prices of the chat models. */
export const chatPrices: { readonly [model: string]: ChatPrice } = {
  sonar: { input: 1, output: 1, request: { low: 5, medium: 8, high: 12 } },
  "sonar-pro": {
    input: 3,
    output: 15,
    request: { low: 6, medium: 10, high: 14 },
    requestPro: { low: 14, medium: 18, high: 22 }
  },
  "sonar-reasoning-pro": { input: 2, output: 8, request: { low: 6, medium: 10, high: 14 } },
  "sonar-deep-research": { input: 2, output: 8, citation: 2, reasoning: 3, searches: 5 }
}

/** USD for a thousand calls of each tool of the responses operation. */
export const toolPrices = { search_web: 5, fetch_url: 0.5, finance_search: 0 } as const

/** USD of tokens at a price per million, and of calls at a price per thousand. */
const tokens = (count: number, price: number): number => costOf(count, perMillion(price))
const times = (count: number, price: number): number => costOf(count, perThousand(price))

/** A part of the cost, to spread into the cost object; empty when it has no price or no quantity. */
const part = (
  count: number | undefined,
  price: number | undefined,
  cost: (count: number, price: number) => number
): number | undefined => (count === undefined || price === undefined ? undefined : cost(count, price))

/** The quantities that one chat answer is billed for. */
export interface ChatUse {
  readonly input: number
  readonly output: number
  /** Absent when nothing was searched. */
  readonly context?: "low" | "medium" | "high"
  readonly pro?: boolean
  readonly citation?: number
  readonly reasoning?: number
  readonly searches?: number
}

/** USD, by part. */
export interface ChatCost {
  readonly input_tokens_cost: number
  readonly output_tokens_cost: number
  readonly citation_tokens_cost?: number
  readonly reasoning_tokens_cost?: number
  readonly search_queries_cost?: number
  readonly request_cost?: number
  readonly total_cost: number
}

/** The cost object of a chat answer, USD. Parts that do not apply are absent; the total is the sum of the parts. */
export const chatCost = (price: ChatPrice, use: ChatUse): ChatCost => {
  const fees = use.pro === true && price.requestPro !== undefined ? price.requestPro : price.request
  const input = tokens(use.input, price.input)
  const output = tokens(use.output, price.output)
  const further = {
    citation_tokens_cost: part(use.citation, price.citation, tokens),
    reasoning_tokens_cost: part(use.reasoning, price.reasoning, tokens),
    search_queries_cost: part(use.searches, price.searches, times),
    request_cost: use.context === undefined ? undefined : part(1, fees?.[use.context], times)
  }
  const parts = Object.entries(further).flatMap(([name, cost]) =>
    cost === undefined ? [] : [[name, cost] as const]
  )
  return {
    input_tokens_cost: input,
    output_tokens_cost: output,
    ...Object.fromEntries(parts),
    total_cost: sumOf([input, output, ...parts.map(([, cost]) => cost)])
  }
}

/** The quantities that one response is billed for. */
export interface ResponseUse {
  readonly input: number
  readonly output: number
  readonly search_web: number
  readonly fetch_url: number
  readonly finance_search: number
}

/** The cost object of a response, USD. The engine has no cache, so there are no cache costs. */
export const responseCost = (
  price: { readonly inputPrice: number; readonly outputPrice: number },
  use: ResponseUse
) => {
  const input = tokens(use.input, price.inputPrice)
  const output = tokens(use.output, price.outputPrice)
  const tools = sumOf([
    times(use.search_web, toolPrices.search_web),
    times(use.fetch_url, toolPrices.fetch_url),
    times(use.finance_search, toolPrices.finance_search)
  ])
  return {
    currency: "USD",
    input_cost: input,
    output_cost: output,
    tool_calls_cost: tools,
    total_cost: sumOf([input, output, tools])
  }
}
