// Helpers of the decisions tests: the engine, short questions, and answers as probabilities.
import { type Ask, probabilities, type Weigher } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { makeWeigher } from "../../src/index.ts"
import { askOf } from "../../tools/decisions/cases.ts"
import { wordVectors } from "./engines.ts"

/** The engine, loaded once per process. */
export const engine: Weigher = makeWeigher(wordVectors)

export const noul = (instructions: Schema.Json, yes: Schema.Json = null, no: Schema.Json = null): Ask =>
  askOf("noul", instructions, { yes, no })

export const choice = (
  instructions: Schema.Json,
  ...options: ReadonlyArray<readonly [name: string, description: Schema.Json]>
): Ask => askOf("choice", instructions, Object.fromEntries(options))

export const score = (instructions: Schema.Json, levels: ReadonlyArray<Schema.Json>): Ask =>
  askOf("score", instructions, levels)

/** Probabilities of the options of each question. */
export const answers = Effect.fnUntraced(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
  const { weights } = yield* engine.weigh(state, asks)
  return weights.map((entry) => probabilities(entry) ?? [])
})
