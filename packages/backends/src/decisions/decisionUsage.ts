// Sums the usage of requests to decision servers with its price.
import { type BackendSettings, priceOf } from "../configuration/settings.ts"
import type { Used } from "../http/usage.ts"

/** Makes the sum. */
export const makeMeter = (settings: BackendSettings, model: string) => {
  let inputTokens = 0
  let outputTokens = 0
  let cost: number | undefined
  const price = priceOf(settings, model)
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
