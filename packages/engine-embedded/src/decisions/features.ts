// Extracts the features of each option of a question. The linear model weighs them.
import type { Ask } from "@leadline/core/decisions"
import type * as Effect from "effect/Effect"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { FeatureContext, Features } from "./featureContext.ts"
import { parseHypothesis } from "./hypothesis.ts"
import { noulFeatures } from "./noulFeatures.ts"
import type { ParsedOption } from "./optionFeatures.ts"
import { countOptionsByStem, optionFeatures, parseOption } from "./optionFeatures.ts"
import { stripLevelNumber } from "./scores/scaleDirection.ts"
import { addScaleFeatures } from "./scores/scoreFeatures.ts"

/** Approximate cost of parsing and of matching an option, in units of `TimeSlicer`, without the sentences compared. */
const readCost = 20
const matchCost = 60

const featuresOf = function* (context: FeatureContext, ask: Ask): CooperativeTask<ReadonlyArray<Features>> {
  const { analysis, lexicon } = context
  const cost = matchCost + analysis.opening.length
  if (ask.type === "noul") {
    yield 3 * cost
    return yield* noulFeatures(context, ask)
  }
  const options: Array<ParsedOption> = []
  for (const option of ask.options) {
    const parsed = yield* parseOption(lexicon, ask, option)
    options.push(parsed)
    yield readCost * (1 + parsed.clauses.length)
  }
  const holders = countOptionsByStem(options)
  const instruction = parseHypothesis(lexicon, yield* flattenJson(ask.instructions))
  const relevance = Float64Array.from(analysis.opening, ({ vector }) =>
    Math.max(0, cosineSimilarity(instruction.vector, vector))
  )
  yield analysis.opening.length
  const rows: Array<Features> = []
  for (const parsed of options) {
    rows.push(yield* optionFeatures(context, ask.type, parsed, holders, relevance))
    yield cost * (1 + parsed.clauses.length / 3)
  }
  if (ask.type === "choice") return rows
  yield readCost * rows.length + analysis.opening.length
  const levels: Array<string> = []
  for (const { description } of ask.options) levels.push(stripLevelNumber(yield* flattenJson(description)))
  return yield* addScaleFeatures(context, instruction, levels, rows)
}

/** Features of each option of a question, in the order of the options. */
export const questionFeatures = (context: FeatureContext, ask: Ask): Effect.Effect<ReadonlyArray<Features>> =>
  context.slicer.run(featuresOf(context, ask))
