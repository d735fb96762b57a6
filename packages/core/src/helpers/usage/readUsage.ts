// Reads the usage in a response's JSON, whatever its operation, in one form.
// Source: §2.3, §2.7, §2.8, §2.10, §8.
import * as Predicate from "effect/Predicate"
import { inputPrice } from "../../resources/decisions/limits.ts"

/** Tokens and USD of one response or of many. */
export interface UsageSum {
  /** Responses with a usage. */
  readonly responses: number
  /** Tokens of requests. */
  readonly inputTokens: number
  /** Tokens of answers. */
  readonly outputTokens: number
  /** As the service sums them, further tokens that it bills included. */
  readonly totalTokens: number
  /** USD, as the responses say; of decisions, which do not, at the price of the contract. */
  readonly cost: number
}

/** Nothing used. */
export const noUsage: UsageSum = { responses: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0, cost: 0 }

/** Both together. */
export const addUsage = (left: UsageSum, right: UsageSum): UsageSum => ({
  responses: left.responses + right.responses,
  inputTokens: left.inputTokens + right.inputTokens,
  outputTokens: left.outputTokens + right.outputTokens,
  totalTokens: left.totalTokens + right.totalTokens,
  cost: left.cost + right.cost
})

/** The usage of one response, and whose it is. */
export interface ReadUsage {
  readonly model: string
  /** The id of an async chat, which can be read many times. */
  readonly id: string | undefined
  readonly usage: UsageSum
}

const objectIn = (value: unknown, name: string): { readonly [name: string]: unknown } | undefined => {
  const inner = Predicate.isObject(value) ? value[name] : undefined
  return Predicate.isObject(inner) ? inner : undefined
}

const numberIn = (value: unknown, ...names: ReadonlyArray<string>): number | undefined => {
  if (!Predicate.isObject(value)) return undefined
  return names.map((name) => value[name]).find((one) => typeof one === "number")
}

/** Only decisions have no cost in their usage. */
const priceOf = (operation: string, inputTokens: number): number =>
  operation.startsWith("Decisions.") ? (inputTokens * inputPrice) / 1_000_000 : 0

/** The usage of a response or an event; undefined without one. */
export const readUsage = (operation: string, json: unknown): ReadUsage | undefined => {
  // An event of responses and an async chat hold the response.
  const whole = objectIn(json, "response") ?? json
  const usage = objectIn(whole, "usage")
  if (usage === undefined || !Predicate.isObject(whole)) return undefined
  const { model } = whole
  const inputTokens = numberIn(usage, "input_tokens", "prompt_tokens") ?? 0
  const outputTokens = numberIn(usage, "output_tokens", "completion_tokens") ?? 0
  const id = operation.startsWith("AsyncChat.") && Predicate.isObject(json) ? json["id"] : undefined
  return {
    model: typeof model === "string" ? model : "unknown",
    id: typeof id === "string" ? id : undefined,
    usage: {
      responses: 1,
      inputTokens,
      outputTokens,
      totalTokens: numberIn(usage, "total_tokens") ?? inputTokens + outputTokens,
      cost: numberIn(usage["cost"], "total_cost") ?? priceOf(operation, inputTokens)
    }
  }
}
