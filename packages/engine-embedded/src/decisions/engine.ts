// The engine itself: reads the state once, then weighs every question as if it were alone.
import type { Ask, Weigher, Weighing } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { countTokens } from "./countTokens.ts"
import { readEvidence } from "./state.ts"
import { askRows } from "./features.ts"
import { makeLexicon } from "../vectors/lexicon.ts"
import { makeBoard } from "./match.ts"
import { model, weighRow } from "./model.ts"
import { makePace } from "../scheduling/timeSlicer.ts"
import { readTones } from "./semanticAxes.ts"
import type { Weights } from "../vectors/wordVectors.ts"

/** An engine over word vectors. It keeps no state but bounded tables of words; requests do not touch each other. */
export const makeWeigher = (weights: Weights): Weigher => {
  const lexicon = makeLexicon(weights)
  const tones = readTones(lexicon)
  const weigh = Effect.fn("Embedded.weigh")(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const pace = makePace()
    const evidence = yield* readEvidence(lexicon, tones, state, pace)
    const board = makeBoard(evidence)
    const weighed: Array<ReadonlyArray<number>> = []
    for (const ask of asks) {
      const rows = yield* askRows({ lexicon, evidence, board, pace }, ask)
      weighed.push(rows.map((row) => weighRow(model[ask.type], row)))
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
