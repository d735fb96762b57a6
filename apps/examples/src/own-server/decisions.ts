// An engine for decisions by a model of your own: a weight for each option is all that it needs.
import { Decisions, fromWeigher, make, type Weigher } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Your model: how well an option fits a text, as a natural logarithm. This one counts the words that both have. */
const fit = (text: string, option: string): number => {
  const words = new Set(wordsOf(text))
  return wordsOf(option).filter((word) => words.has(word)).length
}

const weigher: Weigher = {
  capabilities: { images: "ignored", contextTokens: 8_192, deterministic: true },
  countTokens: (state, asks) => Effect.succeed(Math.ceil(JSON.stringify([state, asks]).length / 4)),
  weigh: (state, asks) =>
    Effect.sync(() => ({
      weights: asks.map(({ options }) =>
        options.map(({ description, name }) =>
          fit(JSON.stringify(state), `${name} ${JSON.stringify(description)}`)
        )
      )
    }))
}

/** `Decisions` of your model. Probabilities, confidence, checks and usage are computed from the weights. */
export const layerDecisions = Layer.succeed(Decisions, make(fromWeigher(weigher)))
