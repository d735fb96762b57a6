// Features of a yes-or-no question.
import type { Ask } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { findComparison, findRanges } from "../text/ranges.ts"
import type { FeatureContext, Features } from "./featureContext.ts"
import { needsAgeArithmetic, factualityOf } from "./factuality.ts"
import { hypothesisOf, readTokens } from "./hypothesis.ts"
import { alarmOf, polarityOf, tallySentiment } from "./scores/sentiment.ts"
import { matchHypothesis } from "./match.ts"
import { proofIn } from "./state.ts"
import { containerWords, type Form } from "./stateForm.ts"

/** Content words of a state in which a word that is found, and one that is not, prove half as much as in a long one. */
const halfFound = 6
const halfMissing = 2

/** How much it counts that no word was found at all: the state may say it in other words, but a list is complete. */
const trustInAbsence: Readonly<Record<Form, number>> = { prose: 0.5, record: 0.5, list: 1 }

/** Features of a hypothesis. All are 0 without a number for its comparison; of words that are not found, `missing` alone says so. */
const hypothesisFeatures = function* (
  { buffers, analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const read = readTokens(text)
  // "Is the deposit $500?" asks for that amount. "The two payments" compares nothing.
  const asked = findComparison(read) ?? findRanges(read).find(({ unit }) => unit !== "count")
  // "Is bread on the list?" asks for bread.
  const bare =
    analysis.form === "prose" || asked !== undefined
      ? read
      : read.filter(({ text: word }) => !containerWords.has(word))
  const tokens = bare.some(({ content }) => content) ? bare : read
  const hypothesis = hypothesisOf(lexicon, tokens, asked)
  const tally = tallySentiment(lexicon, tokens)
  const m = yield* matchHypothesis(hypothesis, analysis, buffers)
  // A hypothesis with a comparison is decided by numbers, any other by words.
  const isFound = m.spread > 0
  const found = isFound ? factualityOf(hypothesis, analysis.sentences[m.best]) : trustInAbsence[analysis.form]
  const trust = asked !== undefined || needsAgeArithmetic(hypothesis, analysis) ? 0 : found
  // Of a list only what it names counts: milk is no mention of cheese.
  const coverage = analysis.form === "list" ? m.exact : m.coverage
  const missing = analysis.form === "list" ? Math.min(1, hypothesis.weight) - m.exact : m.missing
  const plain = trust * proofIn(analysis, halfFound)
  return {
    exact: m.exact * plain,
    missing: missing * trust * proofIn(analysis, halfMissing),
    support: coverage * (1 - 2 * m.negated) * plain,
    vote: m.vote * coverage * plain,
    beforeNegation: m.beforeNegation * coverage * plain,
    opposed: m.opposed * coverage * plain,
    inQuestion: m.inQuestion * plain,
    mood: trust * polarityOf(tally) * analysis.signals.sentiment,
    alarm: trust * alarmOf([tally]) * analysis.signals.alarm,
    number: m.number,
    confidentNumber: m.number * m.numberConfidence
  }
}

const addFeatures = (left: Features, right: Features): Features =>
  Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + (right[name] ?? 0)]))

/** Yes has the features of the instructions and of its criterion, no those of its criterion. */
export const noulFeatures = function* (
  context: FeatureContext,
  ask: Ask
): CooperativeTask<ReadonlyArray<Features>> {
  const [yes, no] = ask.options
  const asked = yield* hypothesisFeatures(context, yield* flattenJson(ask.instructions))
  const meant = yield* hypothesisFeatures(context, yield* flattenJson(yes?.description ?? null))
  return [
    addFeatures(asked, meant),
    yield* hypothesisFeatures(context, yield* flattenJson(no?.description ?? null))
  ]
}
