// The decisions engine: analyses the state once, then scores the options of each question independently.
import type { Ask, Weigher, Weighing } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import { addNotice } from "@leadline/core/internal"
import manifest from "@leadline/engine-embedded/package.json" with { type: "json" }
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Token } from "../text/tokenize.ts"
import { makeLexicon } from "../vectors/lexicon.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { makeWordComparer } from "./wordSimilarity.ts"
import { countTokens } from "./countTokens.ts"
import { questionFeatures } from "./features.ts"
import { isForeignLanguage } from "./foreignLanguage.ts"
import { readTokens } from "./hypothesis.ts"
import { makeMatchBuffers } from "./match.ts"
import { linearScore, model } from "./model.ts"
import { makeSemanticAxes } from "./scores/semanticAxes.ts"
import type { StateAnalysis } from "./state.ts"
import { analyzeState } from "./state.ts"

const openingTokens = function* ({ opening }: StateAnalysis): Generator<Token, void> {
  for (const { tokens } of opening) yield* tokens
}

const instructionTokens = function* ({ instructions }: Ask): CooperativeTask<ReadonlyArray<Token>> {
  return readTokens(yield* flattenJson(instructions))
}

/** A decisions engine over word vectors. It keeps nothing between requests, except bounded caches of words. */
export const makeWeigher = (wordVectors: WordVectors): Weigher => {
  const lexicon = makeLexicon(wordVectors)
  const axes = makeSemanticAxes(lexicon)
  const weigh = Effect.fn("Embedded.weigh")(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const slicer = makeTimeSlicer()
    const analysis = yield* analyzeState(lexicon, axes, state, slicer)
    const buffers = makeMatchBuffers(analysis)
    const compareWords = makeWordComparer(lexicon, analysis)
    const weighed: Array<ReadonlyArray<number>> = []
    const isStateForeign = isForeignLanguage(lexicon, openingTokens(analysis))
    let foreign = 0
    for (const ask of asks) {
      if (isStateForeign || isForeignLanguage(lexicon, yield* slicer.run(instructionTokens(ask)))) {
        weighed.push(ask.options.map(() => 0))
        foreign++
        continue
      }
      const rows = yield* questionFeatures({ lexicon, analysis, buffers, compareWords, slicer }, ask)
      weighed.push(rows.map((row) => linearScore(model[ask.type], row)))
    }
    if (foreign > 0) yield* addNotice("language-unsupported")
    const weighing: Weighing = {
      weights: weighed,
      temperatures: asks.map(({ type }) => model[type].temperature)
    }
    return weighing
  })
  return {
    // Any release may answer otherwise.
    model: `embedded@${manifest.version}`,
    capabilities: { images: "ignored", contextTokens: inputTokens, deterministic: true },
    countTokens,
    weigh
  }
}
