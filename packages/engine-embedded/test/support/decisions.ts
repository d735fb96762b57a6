// Helpers of the decisions tests: the engine, short questions, and answers as probabilities.
import { type Ask, probabilities, type Weigher } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { makeWeigher } from "../../src/index.ts"
import { wordVectors } from "./engines.ts"

export { noulAsk as noul } from "../../tools/decisions/cases.ts"

/** The engine, loaded once per process. */
export const engine: Weigher = makeWeigher(wordVectors)

export const choice = (
  instructions: Schema.Json | null,
  ...options: ReadonlyArray<readonly [name: string, description: Schema.Json | null]>
): Ask => ({
  type: "choice",
  instructions,
  options: options.map(([name, description]) => ({ name, description }))
})

export const score = (instructions: Schema.Json | null, levels: ReadonlyArray<Schema.Json>): Ask => ({
  type: "score",
  instructions,
  options: levels.map((description, index) => ({ name: String(index), description }))
})

/** Probabilities of the options of each question. */
export const answers = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
  const { weights } = yield* engine.weigh(state, asks)
  return weights.map((entry) => probabilities(entry) ?? [])
})
