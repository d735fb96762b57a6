// Features of a yes-or-no question.
import type { Ask } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import { findComparison, findRanges } from "../text/ranges.ts"
import type { FeatureContext, Features } from "./context.ts"
import { trustIn } from "./caution.ts"
import { hypothesisOf, readTokens } from "./hypothesis.ts"
import { matchHypothesis, support } from "./match.ts"
import { proofIn } from "./state.ts"

/** Content words of a state in which a word that is found, and one that is not, prove half as much as in a long one. */
const halfFound = 6
const halfMissing = 2

/** How much it counts that no word was found at all: the state may say it in other words. */
const trustInAbsence = 0.5

/** Features of a hypothesis. All are 0 without a number for its comparison; of words that are not found, `missing` alone says so. */
const hypothesisFeatures = function* (
  { buffers, analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const tokens = readTokens(text)
  // "Is the deposit $500?" asks for that amount. "The two payments" compares nothing.
  const asked = findComparison(tokens) ?? findRanges(tokens).find(({ unit }) => unit !== "count")
  const hypothesis = hypothesisOf(lexicon, tokens, asked)
  const m = yield* matchHypothesis(hypothesis, analysis, buffers)
  // A hypothesis with a comparison is decided by numbers, any other by words.
  const isFound = m.spread > 0
  const trust =
    asked === undefined ? (isFound ? trustIn(hypothesis, analysis.sentences[m.best]) : trustInAbsence) : 0
  const plain = trust * proofIn(analysis, halfFound)
  return {
    exact: m.exact * plain,
    missing: m.missing * trust * proofIn(analysis, halfMissing),
    support: support(m) * plain,
    vote: m.vote * m.coverage * plain,
    beforeNegation: m.beforeNegation * m.coverage * plain,
    inQuestion: m.inQuestion * plain,
    sentiment:
      asked === undefined ? hypothesis.valence * analysis.signals.valence * proofIn(analysis, halfFound) : 0,
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
