// The usage that answers report, for budgets and usage exports.
// Source: §2; budgets are Assumed: ours.
import * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"

/** The use of one request. */
export interface RequestUsage {
  readonly group: string
  /** As `chat.create`. */
  readonly operation: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** USD; undefined: the answer names no cost. */
  readonly cost: number | undefined
}

/** Takes the use of each request to an engine. It returns at once. Default: none, nothing is summed. */
export const UsageMeter = Context.Reference<{ readonly add: (usage: RequestUsage) => void } | undefined>(
  "@leadline/core/server/UsageMeter",
  { defaultValue: () => undefined }
)

const property = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? value[name] : undefined

/** The `usage` of an answer or of an event; undefined where there is none. */
export const reportedUsage = (value: unknown): unknown =>
  property(value, "usage") ?? property(property(value, "response"), "usage")

const count = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? value : undefined

/** The input tokens of a `usage`. */
export const inputTokensOf = (usage: unknown): number | undefined =>
  count(
    property(usage, "input_tokens") ?? property(usage, "prompt_tokens") ?? property(usage, "total_tokens")
  )

/** The use of a request by the `usage` of its answer. */
export const requestUsage = (group: string, operation: string, usage: unknown): RequestUsage => ({
  group,
  operation,
  inputTokens: inputTokensOf(usage) ?? 0,
  outputTokens: count(property(usage, "output_tokens") ?? property(usage, "completion_tokens")) ?? 0,
  cost: count(property(property(usage, "cost"), "total_cost"))
})
