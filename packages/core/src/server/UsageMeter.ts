// The usage that answers report, for budgets and usage exports.
// Source: §2; budgets are Assumed: ours.
import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import type { CallUsage } from "../validation/Spending.ts"

/** The use of one request, or of one of its calls of other services. */
export interface RequestUsage {
  readonly group: string
  /** As `chat.create`. */
  readonly operation: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** USD; undefined: the answer names no cost. */
  readonly cost: number | undefined
  /** How many requests it counts as: 0 for each call of a request but the first. Default 1. */
  readonly requests?: number
}

/** Takes the use of requests to engines as it arises. It returns at once. Default: none, nothing is summed. */
export const UsageMeter = Context.Reference<{ readonly add: (usage: RequestUsage) => void } | undefined>(
  "@leadline/core/server/UsageMeter",
  { defaultValue: () => undefined }
)

const property = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? value[name] : undefined

/** The `usage` of an answer or of an event; undefined where there is none. */
export const reportedUsage = (value: unknown): unknown =>
  property(value, "usage") ?? property(property(value, "response"), "usage")

/** A number of tokens that every store and every schema takes. */
const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

// Assumed: ours.
/** USD of the dearest answer: more is a mistake, and counts as no cost. */
const mostCost = 1_000_000

const usd = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 && value <= mostCost ? value : undefined

/** The input tokens of a `usage`. */
export const inputTokensOf = (usage: unknown): number | undefined =>
  count(
    property(usage, "input_tokens") ?? property(usage, "prompt_tokens") ?? property(usage, "total_tokens")
  )

/** The use that an answer reports. */
export const usedBy = (usage: unknown): CallUsage => ({
  inputTokens: inputTokensOf(usage) ?? 0,
  outputTokens: count(property(usage, "output_tokens") ?? property(usage, "completion_tokens")) ?? 0,
  cost: usd(property(property(usage, "cost"), "total_cost"))
})
