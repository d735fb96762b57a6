// Reads the usage of decision servers from their answers, and sums it with its price.
import type { BackendSettings } from "../configuration/settings.ts"
import { numberAt, valueAt } from "../json/unknownJson.ts"
import type { Used } from "./DecisionServer.ts"

const tokensAt = (usage: unknown, name: string): number | undefined => {
  const value = valueAt(usage, name) ?? 0
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** The usage of a request; missing numbers are 0. Undefined: they are no numbers of tokens. */
export const usedOf = (usage: unknown): Used | undefined => {
  const inputTokens = tokensAt(usage, "input_tokens")
  const outputTokens = tokensAt(usage, "output_tokens")
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const cost = numberAt(usage, "cost")
  return { inputTokens, outputTokens, cost: cost !== undefined && cost >= 0 ? cost : undefined }
}

/** Sums what requests use. */
export const makeMeter = (settings: BackendSettings, model: string) => {
  let inputTokens = 0
  let outputTokens = 0
  let cost: number | undefined
  const prices = settings.prices
  const price = prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined
  return {
    add: (used: Used): void => {
      inputTokens += used.inputTokens
      outputTokens += used.outputTokens
      const own =
        price && (used.inputTokens * price.input + used.outputTokens * (price.output ?? 0)) / 1_000_000
      if (used.cost !== undefined || own !== undefined) cost = (cost ?? 0) + (own ?? used.cost ?? 0)
    },
    usage: () => ({
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      ...(cost !== undefined && { cost: { currency: "USD", total_cost: cost } })
    })
  }
}
