// Extracts the features of each option of a question. The linear model weighs them.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { CooperativeTask, TimeSlicer } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { findComparison, findRanges } from "../text/ranges.ts"
import { type Lexicon, makeLexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { factualityOf, needsAgeArithmetic } from "./factuality.ts"
import { type Hypothesis, hypothesisOf, parseHypothesis, readTokens } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { stripLevelNumber } from "./scores/scaleDirection.ts"
import { scaleFeatures } from "./scores/scoreFeatures.ts"
import { makeSemanticAxes } from "./signals.ts"
import { alarmOf, polarityOf, tallySentiment } from "./scores/sentiment.ts"
import { analyzeState, evidenceWeight, type StateAnalysis } from "./state.ts"
import { containerWords, type Form } from "./stateForm.ts"

/** The analysed state, and the lexicon it was analysed with. */
interface FeatureContext {
  readonly lexicon: Lexicon
  readonly analysis: StateAnalysis
}

/** Approximate cost of matching an option, and of each term of it, without the sentences compared. */
const matchCost = 60
const termCost = 24

/** Content words of a state in which a match counts half as much as in a long state. */
const halfOfOption = 20
const halfFound = 6
const halfMissing = 2

/** How much it counts that no word was found. Prose may say it in other words; a list is complete. */
const absenceWeight: Readonly<Record<Form, number>> = { prose: 0.5, record: 0.5, list: 1 }

/** Features of a hypothesis. One with a comparison has number features only, any other has word features only. */
const hypothesisFeatures = function* (
  { analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const read = readTokens(text)
  // "Is the deposit $500?" asks for that amount. A bare count, as in "the two payments", asks for none.
  const asked = findComparison(read) ?? findRanges(read).find(({ unit }) => unit !== "count")
  // "Is bread on the list?" asks for bread alone.
  const bare =
    analysis.form === "prose" || asked !== undefined
      ? read
      : read.filter(({ text: word }) => !containerWords.has(word))
  const tokens = bare.some(({ content }) => content) ? bare : read
  const hypothesis = hypothesisOf(lexicon, tokens, asked)
  const tally = tallySentiment(lexicon, tokens)
  const m = yield* matchHypothesis(hypothesis, analysis)
  const found =
    m.spread > 0 ? factualityOf(hypothesis, analysis.sentences[m.best]) : absenceWeight[analysis.form]
  const trust = asked !== undefined || needsAgeArithmetic(hypothesis, analysis) ? 0 : found
  // A related word is no match in a list: milk is not cheese.
  const coverage = analysis.form === "list" ? m.exact : m.coverage
  const missing = analysis.form === "list" ? Math.min(1, hypothesis.weight) - m.exact : m.missing
  const plain = trust * evidenceWeight(analysis, halfFound)
  return {
    exact: m.exact * plain,
    missing: missing * trust * evidenceWeight(analysis, halfMissing),
    support: coverage * (1 - 2 * m.negated) * plain,
    vote: m.vote * coverage * plain,
    beforeNegation: m.beforeNegation * coverage * plain,
    opposed: m.opposed * coverage * plain,
    sentiment: trust * polarityOf(tally) * analysis.signals.sentiment,
    alarm: trust * alarmOf([tally]) * analysis.signals.alarm,
    confidentNumber: m.number * m.numberConfidence
  }
}

const addFeatures = (left: Features, right: Features): Features =>
  Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + (right[name] ?? 0)]))

/** Features of both answers: of yes those of the instructions and of its criterion, of no those of its criterion. */
const noulFeatures = function* (
  context: FeatureContext,
  { instructions, options }: Ask
): CooperativeTask<ReadonlyArray<Features>> {
  const asked = yield* hypothesisFeatures(context, yield* flattenJson(instructions))
  const yes = yield* hypothesisFeatures(context, yield* flattenJson(options[0]?.description ?? null))
  const no = yield* hypothesisFeatures(context, yield* flattenJson(options[1]?.description ?? null))
  return [addFeatures(asked, yes), no]
}

/** How many options use each stem. */
const countOptions = (options: ReadonlyArray<Hypothesis>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { terms } of options)
    for (const stem of new Set(terms.map((term) => term.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** Share of an option's words that the state has. Words that few options use weigh most. */
const distinctCoverage = (
  { terms }: Hypothesis,
  counts: ReadonlyMap<string, number>,
  { postings }: StateAnalysis
): number => {
  let [whole, found] = [0, 0]
  for (const { related, stem, weight } of terms) {
    const share = weight / (counts.get(stem) ?? 1)
    let here = 0
    for (const word of related)
      if (!word.isAntonym && word.strength > here && postings.has(word.stem)) here = word.strength
    whole += share
    found += share * here
  }
  return whole === 0 ? 0 : found / whole
}

const featuresOf = function* (context: FeatureContext, ask: Ask): CooperativeTask<ReadonlyArray<Features>> {
  const { analysis, lexicon } = context
  const cost = matchCost + analysis.opening.length
  if (ask.type === "noul") {
    yield 3 * cost
    return yield* noulFeatures(context, ask)
  }
  const instruction = parseHypothesis(lexicon, yield* flattenJson(ask.instructions))
  const relevance = Float64Array.from(analysis.opening, ({ vector }) =>
    Math.max(0, cosineSimilarity(instruction.vector, vector))
  )
  yield analysis.opening.length
  const proof = evidenceWeight(analysis, halfOfOption)
  const levels: Array<string> = []
  const options: Array<Hypothesis> = []
  for (const { description, name } of ask.options) {
    const text = stripLevelNumber(yield* flattenJson(description))
    const option = parseHypothesis(lexicon, ask.type === "choice" ? `${name}\n${text}` : text)
    levels.push(text)
    options.push(option)
    yield cost + termCost * option.terms.length
  }
  const counts = countOptions(options)
  const rows: Array<Features> = []
  for (const option of options) {
    const m = yield* matchHypothesis(option, analysis, relevance)
    rows.push(
      ask.type === "score"
        ? { exact: m.exact }
        : {
            exact: m.exact * proof,
            similarity: m.closeness * proof,
            focus: m.focus * proof,
            vote: m.vote * m.coverage * proof,
            distinct: distinctCoverage(option, counts, analysis) * proof,
            number: m.number * m.numberConfidence
          }
    )
    yield cost
  }
  if (ask.type === "choice") return rows
  const scale = yield* scaleFeatures(lexicon, analysis, instruction, levels)
  return rows.map((row, level) => ({ ...row, ...scale[level] }))
}

/** Makes a function that analyses a state, and gives the one that reads features of each option of questions about it. */
export const makeFeatureReader = (wordVectors: WordVectors) => {
  const lexicon = makeLexicon(wordVectors)
  const axes = makeSemanticAxes(lexicon)
  return Effect.fnUntraced(function* (state: Schema.Json, slicer: TimeSlicer) {
    const analysis = yield* slicer.run(analyzeState(lexicon, axes, state))
    const context = { lexicon, analysis }
    return { ...context, featuresOf: (ask: Ask) => slicer.run(featuresOf(context, ask)) }
  })
}
