// Features of a yes-or-no question (`noul`).
import type { Ask } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { findComparison, findRanges } from "../text/ranges.ts"
import type { FeatureContext, Features } from "./featureContext.ts"
import { needsAgeArithmetic, factualityOf } from "./factuality.ts"
import { hypothesisOf, readTokens } from "./hypothesis.ts"
import { alarmOf, polarityOf, tallySentiment } from "./scores/sentiment.ts"
import { matchHypothesis } from "./match.ts"
import { evidenceWeight } from "./state.ts"
import { containerWords, type Form } from "./stateForm.ts"

/** Content words of a state in which a word that is found, or one that is missing, counts half as much as in a long state. */
const halfFound = 6
const halfMissing = 2

/** How much it counts that no word was found. Prose may say it in other words; a list is complete. */
const absenceWeight: Readonly<Record<Form, number>> = { prose: 0.5, record: 0.5, list: 1 }

/** Features of a hypothesis. One with a comparison has number features only, any other has word features only. */
const hypothesisFeatures = function* (
  { buffers, analysis, lexicon }: FeatureContext,
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
  const m = yield* matchHypothesis(hypothesis, analysis, buffers)
  const isFound = m.spread > 0
  const found = isFound ? factualityOf(hypothesis, analysis.sentences[m.best]) : absenceWeight[analysis.form]
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
