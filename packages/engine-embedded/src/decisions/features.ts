// Extracts the features of each option of a question. The linear model weighs them.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask, TimeSlicer } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Range } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import { textBefore } from "../text/tokenPatterns.ts"
import { type Lexicon, makeLexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { isHedged, parseHypothesis } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { scaleFeatures } from "./scoreFeatures.ts"
import { makeHarmAxis, sumSentiment } from "./signals.ts"
import { analyzeState, evidenceWeight, type StateAnalysis } from "./state.ts"
import { makeWordComparer } from "./wordSimilarity.ts"

/** The analysed state, the lexicon it was analysed with, and what compares words with it. */
interface FeatureContext {
  readonly lexicon: Lexicon
  readonly analysis: StateAnalysis
  readonly compareWords: ReturnType<typeof makeWordComparer>
}

/** Approximate cost of matching an option, without the sentences compared. */
const matchCost = 60

/** Content words of a state in which a match counts half as much as in a long state, for a noul. */
const halfFound = 8
/** The same for an option. */
const halfFoundOfOption = 20

/** How much it counts that no word was found: it may be said in other words. */
const absenceWeight = 0.5

/** How much a sentence of plans counts for a question of facts. */
const hedgedWeight = 0.35

/** Words before a number that is known, not asked for: "the two payments". */
const known = /(?<!\S)(?:the|these|those|both|all|my|your|our|his|her|its|their|last|past|next|first|one)$/

/** Before a date of which a part is asked for: "in the second half of 2027", "in early May". Which part is not known. */
const partOf =
  /(?<!\S)(?:(?:half|third|quarter|end|beginning|start|middle|week|weekend) of(?: the)?|early|late|mid -?)$/

/** Does a question ask for a number: "Is the deposit $500?", "Are there three copies?" */
const isAsked = ({ at, compares, end, low, unit }: Range, tokens: ReadonlyArray<Token>): boolean => {
  const before = textBefore(tokens, at, 3)
  // "Late on 3 May" is no part of it.
  const isPart = unit === "date" && !/^(?:on|in|at)$/.test(tokens[at]?.text ?? "") && partOf.test(before)
  if (isPart) return false
  if (compares || (unit !== "count" && unit !== "weekday")) return true
  return unit === "count" && low !== 1 && tokens[end]?.content === true && !known.test(before)
}

/** Features of a hypothesis. One with a comparison has number features only, any other has word features only. */
const hypothesisFeatures = function* (
  { analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const hypothesis = parseHypothesis(lexicon, text, isAsked)
  const { tokens } = hypothesis
  const { strength, sum } = sumSentiment(lexicon, tokens)
  const m = yield* matchHypothesis(hypothesis, analysis)
  const isUnsettled = !isHedged(tokens) && m.best !== undefined && isHedged(m.best.tokens)
  const found = m.coverage === 0 ? absenceWeight : isUnsettled ? hedgedWeight : 1
  const trust = hypothesis.comparisons.length === 0 ? found : 0
  // A related word is no match in a list: milk is not cheese.
  const coverage = analysis.isList ? m.exact : m.coverage
  const missing = analysis.isList ? Math.min(1, hypothesis.weight) - m.exact : m.missing
  const weight = trust * evidenceWeight(analysis, halfFound)
  return {
    exact: m.exact * weight,
    missing: missing * weight,
    support: coverage * (1 - 2 * m.negated) * weight,
    vote: m.vote * coverage * weight,
    beforeNegation: m.beforeNegation * coverage * weight,
    opposed: m.opposed * coverage * weight,
    sentiment: trust * (strength === 0 ? 0 : sum / strength) * analysis.signals.sentiment,
    number: m.isOneOfSeveral ? 0 : m.number,
    oneOfNumbers: m.isOneOfSeveral ? m.number : 0,
    day: m.day
  }
}

/** Features of one option. Its name serves as its text where it has no description. */
const optionFeatures = function* (
  { analysis, compareWords, lexicon }: FeatureContext,
  name: string,
  text: string,
  relevance: Float64Array
): CooperativeTask<Features> {
  const hypothesis = parseHypothesis(lexicon, text)
  const own = parseHypothesis(lexicon, name)
  yield 16 + 12 * (hypothesis.terms.length + own.terms.length)
  const match = yield* matchHypothesis(hypothesis, analysis, relevance)
  const proof = evidenceWeight(analysis, halfFoundOfOption)
  const similarity = yield* compareWords([...own.tokens, ...hypothesis.tokens])
  return {
    wordSimilarity: similarity.mean,
    maxWordSimilarity: similarity.max,
    similarity: match.closeness * proof,
    focus: match.focus * proof,
    vote: match.vote * match.coverage * proof,
    exact: match.exact * proof,
    number: match.number
  }
}

const addFeatures = (left: Features, right: Features): Features =>
  Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + (right[name] ?? 0)]))

const featuresOf = function* (context: FeatureContext, ask: Ask): CooperativeTask<ReadonlyArray<Features>> {
  const { analysis, lexicon } = context
  const cost = matchCost + analysis.opening.length
  const asked = yield* flattenJson(ask.instructions)
  const texts: Array<string> = []
  for (const { description } of ask.options) texts.push(yield* flattenJson(description))
  if (ask.type === "noul") {
    yield 3 * cost
    const [yes = "", no = ""] = texts
    const question = yield* hypothesisFeatures(context, asked)
    // The answer yes has the features of the question and of its criterion, no those of its criterion.
    return [
      addFeatures(question, yield* hypothesisFeatures(context, yes)),
      yield* hypothesisFeatures(context, no)
    ]
  }
  const instruction = parseHypothesis(lexicon, asked)
  if (ask.type === "score") return yield* scaleFeatures(lexicon, analysis, instruction, texts)
  const relevance = Float64Array.from(analysis.opening, ({ vector }) =>
    Math.max(0, cosineSimilarity(instruction.vector, vector))
  )
  yield analysis.opening.length
  const rows: Array<Features> = []
  for (const [at, { name }] of ask.options.entries()) {
    rows.push(yield* optionFeatures(context, name, texts[at] || name, relevance))
    yield cost
  }
  return rows
}

/** Makes a function that analyses a state, and gives the one that reads features of each option of questions about it. */
export const makeFeatureReader = (wordVectors: WordVectors) => {
  const lexicon = makeLexicon(wordVectors)
  const harmAxis = makeHarmAxis(lexicon)
  return Effect.fnUntraced(function* (state: Schema.Json, slicer: TimeSlicer) {
    const analysis = yield* slicer.run(analyzeState(lexicon, harmAxis, state))
    const context = { lexicon, analysis, compareWords: makeWordComparer(lexicon, analysis) }
    return { ...context, featuresOf: (ask: Ask) => slicer.run(featuresOf(context, ask)) }
  })
}
