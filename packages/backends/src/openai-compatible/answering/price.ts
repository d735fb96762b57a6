// Prices the calls of an answer by the configuration.
import { costOf, perMillion } from "@leadline/core/schema"
import { type BackendSettings, priceOf } from "../../configuration/settings.ts"
import type { TokenUsage } from "../completion/Completion.ts"

/** USD of the tokens of a model, by its name there. Without a price they are 0. */
export const tokenCosts = (settings: BackendSettings, name: string, { input, output }: TokenUsage) => {
  const price = priceOf(settings, name)
  return {
    input: costOf(input, perMillion(price?.input ?? 0)),
    output: costOf(output, perMillion(price?.output ?? 0))
  }
}
