// Turns labelled cases into examples: the features of each question with a known answer.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type { Features } from "../../src/decisions/featureContext.ts"
import { questionFeatures } from "../../src/decisions/features.ts"
import { makeMatchBuffers } from "../../src/decisions/match.ts"
import { makeSemanticAxes } from "../../src/decisions/scores/semanticAxes.ts"
import { analyzeState } from "../../src/decisions/state.ts"
import { makeWordComparer } from "../../src/decisions/wordSimilarity.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import type { WordVectors } from "../../src/vectors/wordVectors.ts"
import type { Case } from "./cases.ts"

/** The features of one question with a known answer. */
export interface Example {
  readonly id: string
  readonly domain: string
  readonly type: Ask["type"]
  readonly rows: ReadonlyArray<Features>
  readonly gold: number
}

/** The features of all questions of the cases that have a known answer. */
export const examplesOf = Effect.fnUntraced(function* (wordVectors: WordVectors, cases: ReadonlyArray<Case>) {
  const lexicon = makeLexicon(wordVectors)
  const axes = makeSemanticAxes(lexicon)
  const examples: Array<Example> = []
  for (const { domain, id, questions, state } of cases) {
    const slicer = makeTimeSlicer()
    const analysis = yield* analyzeState(lexicon, axes, state, slicer)
    const buffers = makeMatchBuffers(analysis)
    const compareWords = makeWordComparer(lexicon, analysis)
    for (const { ask, gold } of questions) {
      if (gold === undefined || ask.options.length < 2) continue
      const rows = yield* questionFeatures({ lexicon, analysis, buffers, compareWords, slicer }, ask)
      examples.push({ id, domain, type: ask.type, rows, gold })
    }
  }
  return examples
})
