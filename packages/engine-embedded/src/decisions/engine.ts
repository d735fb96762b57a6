// The decisions engine: analyses the state once, then scores the options of each question independently.
import type { Ask, Weigher, Weighing } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { makeLexicon } from "../vectors/lexicon.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { countTokens } from "./countTokens.ts"
import { questionFeatures } from "./features.ts"
import { makeMatchBuffers } from "./match.ts"
import { linearScore, model } from "./model.ts"
import { makeSemanticAxes } from "./semanticAxes.ts"
import { analyzeState } from "./state.ts"

/** A decisions engine over word vectors. Besides bounded caches of words it keeps no state between requests. */
export const makeWeigher = (wordVectors: WordVectors): Weigher => {
  const lexicon = makeLexicon(wordVectors)
  const axes = makeSemanticAxes(lexicon)
  const weigh = Effect.fn("Embedded.weigh")(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const slicer = makeTimeSlicer()
    const analysis = yield* analyzeState(lexicon, axes, state, slicer)
    const buffers = makeMatchBuffers(analysis)
    const weighed: Array<ReadonlyArray<number>> = []
    for (const ask of asks) {
      const rows = yield* questionFeatures({ lexicon, analysis, buffers, slicer }, ask)
      weighed.push(rows.map((row) => linearScore(model[ask.type], row)))
    }
    const weighing: Weighing = {
      weights: weighed,
      temperatures: asks.map((ask) => model[ask.type].temperature)
    }
    return weighing
  })
  return {
    capabilities: { images: "ignored", contextTokens: inputTokens, deterministic: true },
    countTokens,
    weigh
  }
}
