// The decisions engine: analyses the state once, then scores the options of each question independently.
import type { Ask, Weigher } from "@leadline/core/decisions"
import { inputTokens } from "@leadline/core/decisions"
import { addNotice } from "@leadline/core/internal"
import manifest from "@leadline/engine-embedded/package.json" with { type: "json" }
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { charactersPerUnit, estimateAtOnce, estimateTokens, lineOverhead } from "../text/estimateTokens.ts"
import { flattenJson, isEmptyPart, scalarLines, textParts } from "../text/flattenJson.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { makeFeatureReader } from "./features.ts"
import { isForeignLanguage } from "./foreignLanguage.ts"
import { readTokens } from "./hypothesis.ts"
import { linearScore, model } from "./model.ts"

/** Fixed tokens of a request, and of each of its questions. */
const perRequest = 24
const perQuestion = 84

/** Fixed cost of a part without text, in characters. */
const perEmpty = 32

/** Tokens of a JSON value. Its text is never built: a state may have 32 MiB. */
const tokensOfLines = function* (value: Schema.Json | null): CooperativeTask<number> {
  let total = 0
  let ends = ""
  for (const line of scalarLines(value)) {
    if (typeof line === "number") {
      yield line
      continue
    }
    total += estimateAtOnce(ends) + (yield* estimateTokens(line))
    ends = "\n"
  }
  return total
}

const count = function* (state: Schema.Json, asks: ReadonlyArray<Ask>): CooperativeTask<number> {
  let total = perRequest + perQuestion * asks.length
  for (const part of textParts(state)) {
    if (!isEmptyPart(part)) total += yield* tokensOfLines(part)
    yield isEmptyPart(part) ? perEmpty / charactersPerUnit : lineOverhead / charactersPerUnit
  }
  for (const { instructions, options, type } of asks) {
    total += yield* tokensOfLines(instructions)
    for (const { description, name } of options) {
      // Only the option names of a choice come from the caller.
      if (type === "choice") total += yield* estimateTokens(`${name} `)
      total += yield* tokensOfLines(description)
    }
  }
  return Math.ceil(total)
}

/** Input tokens: the state once, plus each question with its options. */
const countTokens = (state: Schema.Json, asks: ReadonlyArray<Ask>): Effect.Effect<number> =>
  Effect.suspend(() => makeTimeSlicer().run(count(state, asks)))

/** Sentences of a state that tell its language, at most. */
const languageSentences = 200

/** A decisions engine over word vectors. It keeps nothing between requests, except bounded caches of words. */
export const makeWeigher = (wordVectors: WordVectors): Weigher => {
  const readFeatures = makeFeatureReader(wordVectors)
  const weigh = Effect.fn("Embedded.weigh")(function* (state: Schema.Json, asks: ReadonlyArray<Ask>) {
    const slicer = makeTimeSlicer()
    const { analysis, featuresOf, lexicon } = yield* readFeatures(state, slicer)
    const weights: Array<ReadonlyArray<number>> = []
    const opening = analysis.opening.slice(0, languageSentences).flatMap(({ tokens }) => tokens)
    const isStateForeign = isForeignLanguage(lexicon, opening)
    let foreign = 0
    for (const ask of asks) {
      const instructions = readTokens(yield* slicer.run(flattenJson(ask.instructions)))
      if (isStateForeign || isForeignLanguage(lexicon, instructions)) {
        weights.push(ask.options.map(() => 0))
        foreign++
      } else {
        const rows = yield* featuresOf(ask)
        weights.push(rows.map((row) => linearScore(model[ask.type], row)))
      }
    }
    if (foreign > 0) yield* addNotice("language-unsupported")
    return { weights }
  })
  return {
    // Any release may answer otherwise.
    model: `embedded@${manifest.version}`,
    capabilities: { images: "ignored", contextTokens: inputTokens, deterministic: true },
    countTokens,
    weigh
  }
}
