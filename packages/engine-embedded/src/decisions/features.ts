// Extracts the features of each option of a question. The linear model weighs them.
import type { Ask, AskOption } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask, TimeSlicer } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { findComparison, findRanges } from "../text/ranges.ts"
import { type Lexicon, makeLexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { factualityOf } from "./factuality.ts"
import { hypothesisOf, parseComparisons, parseHypothesis, readTokens } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { scaleFeatures } from "./scores/scoreFeatures.ts"
import { polarityOf, tallySentiment } from "./scores/sentiment.ts"
import { harmAxisOf } from "./signals.ts"
import { analyzeState, evidenceWeight, type StateAnalysis } from "./state.ts"
import { makeWordComparer, type WordComparer } from "./wordSimilarity.ts"

/** The analysed state, the lexicon it was analysed with, and what compares words with it. */
interface FeatureContext {
  readonly lexicon: Lexicon
  readonly analysis: StateAnalysis
  readonly compareWords: WordComparer
}

/** Approximate cost of matching an option, without the sentences compared; and of parsing one, per term. */
const matchCost = 60
const termCost = 12

/** Content words of a state in which a match counts half as much as in a long state: of yes-or-no questions, and of choices. */
const halfFound = 6
const halfMissing = 2
const halfChosen = 20

/** How much it counts that no word was found: it may be said in other words. */
const absenceWeight = 0.5

/** Features of a hypothesis. One with a comparison has number features only, any other has word features only. */
const hypothesisFeatures = function* (
  { analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const tokens = readTokens(text)
  // "Is the deposit $500?" asks for that amount. A bare count, as in "the two payments", asks for none.
  const asked = findComparison(tokens) ?? findRanges(tokens).find(({ unit }) => unit !== "count")
  const hypothesis = hypothesisOf(lexicon, tokens, asked)
  const m = yield* matchHypothesis(hypothesis, analysis)
  const found = m.best === undefined || m.missing === 1 ? absenceWeight : factualityOf(hypothesis, m.best)
  const trust = asked === undefined ? found : 0
  // A related word is no match in a list: milk is not cheese.
  const isList = analysis.form === "list"
  const coverage = isList ? m.exact : m.coverage
  const missing = isList ? Math.min(1, hypothesis.weight) - m.exact : m.missing
  const plain = trust * evidenceWeight(analysis, halfFound)
  return {
    exact: m.exact * plain,
    missing: missing * trust * evidenceWeight(analysis, halfMissing),
    support: coverage * (1 - 2 * m.negated) * plain,
    beforeNegation: m.beforeNegation * coverage * plain,
    sentiment: trust * polarityOf(tallySentiment(lexicon, tokens)) * analysis.signals.sentiment,
    number: m.number
  }
}

/** Features of both answers: of yes those of the instructions and of its criterion, of no those of its criterion. */
const noulFeatures = function* (
  context: FeatureContext,
  { instructions, options }: Ask
): CooperativeTask<ReadonlyArray<Features>> {
  yield 3 * (matchCost + context.analysis.opening.length)
  const asked = yield* hypothesisFeatures(context, yield* flattenJson(instructions))
  const yes = yield* hypothesisFeatures(context, yield* flattenJson(options[0]?.description ?? null))
  const no = yield* hypothesisFeatures(context, yield* flattenJson(options[1]?.description ?? null))
  const both = Object.entries(asked).map(([name, value]) => [name, value + (yes[name] ?? 0)] as const)
  return [Object.fromEntries(both), no]
}

/** Features of an option of a choice. Its name serves as a missing description. `relevance` is that of the first sentences. */
const optionFeatures = function* (
  { analysis, compareWords, lexicon }: FeatureContext,
  { description, name }: AskOption,
  relevance: Float64Array
): CooperativeTask<Features> {
  const text = (yield* flattenJson(description)) || name
  const hypothesis = parseHypothesis(lexicon, text)
  yield matchCost + analysis.opening.length + 2 * termCost * hypothesis.terms.length
  const whole = yield* matchHypothesis(hypothesis, analysis, relevance)
  let number = 0
  for (const clause of parseComparisons(lexicon, text)) {
    const match = yield* matchHypothesis(clause, analysis)
    number += match.number
  }
  const proof = evidenceWeight(analysis, halfChosen)
  const sim = yield* compareWords([...readTokens(name), ...hypothesis.tokens])
  return {
    vote: whole.vote * whole.coverage * proof,
    number,
    similarity: whole.closeness * proof,
    focus: whole.focus * proof,
    wordSimilarity: sim.mean,
    maxWordSimilarity: sim.max
  }
}

const featuresOf = function* (context: FeatureContext, ask: Ask): CooperativeTask<ReadonlyArray<Features>> {
  if (ask.type === "noul") return yield* noulFeatures(context, ask)
  const { analysis, lexicon } = context
  const instruction = parseHypothesis(lexicon, yield* flattenJson(ask.instructions))
  if (ask.type === "score") {
    const levels: Array<string> = []
    for (const { description } of ask.options) levels.push(yield* flattenJson(description))
    return yield* scaleFeatures(lexicon, analysis, instruction, levels)
  }
  const relevance = Float64Array.from(analysis.opening, ({ vector }) =>
    Math.max(0, cosineSimilarity(instruction.vector, vector))
  )
  yield analysis.opening.length
  const rows: Array<Features> = []
  for (const option of ask.options) rows.push(yield* optionFeatures(context, option, relevance))
  return rows
}

/** Makes a function that analyses a state, and gives the one that reads features of each option of questions about it. */
export const makeFeatureReader = (wordVectors: WordVectors) => {
  const lexicon = makeLexicon(wordVectors)
  const harmAxis = harmAxisOf(lexicon)
  return Effect.fnUntraced(function* (state: Schema.Json, slicer: TimeSlicer) {
    const analysis = yield* slicer.run(analyzeState(lexicon, harmAxis, state))
    const context = { lexicon, analysis, compareWords: makeWordComparer(lexicon, analysis) }
    return { lexicon, analysis, featuresOf: (ask: Ask) => slicer.run(featuresOf(context, ask)) }
  })
}
