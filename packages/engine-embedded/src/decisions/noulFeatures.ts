// Features of a yes-or-no question.
import type { Ask } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { FeatureContext, Features } from "./context.ts"
import { parseHypothesis } from "./hypothesis.ts"
import { matchHypothesis, support } from "./match.ts"

/** Features of a hypothesis. All are 0 when nothing was found, or no number for its comparison. */
const hypothesisFeatures = function* (
  { buffers, analysis, lexicon }: FeatureContext,
  text: string
): CooperativeTask<Features> {
  const hypothesis = parseHypothesis(lexicon, text)
  const m = yield* matchHypothesis(hypothesis, analysis, buffers)
  // A hypothesis with a comparison is decided by numbers, any other by words.
  const plain = hypothesis.comparison === undefined && m.spread > 0 ? 1 : 0
  const bounded = m.numberConfidence > 0 ? 1 : 0
  return {
    exact: m.exact * plain,
    lastWord: m.lastWord * (1 - 2 * m.negated) * plain,
    missing: m.missing * plain,
    support: support(m) * plain,
    vote: m.vote * m.coverage * plain,
    beforeNegation: m.beforeNegation * m.coverage * plain,
    inQuestion: m.inQuestion * plain,
    sentiment: hypothesis.comparison === undefined ? hypothesis.valence * analysis.signals.valence : 0,
    number: m.number,
    confidentNumber: m.number * m.numberConfidence,
    numberConfidence: m.numberConfidence,
    comparedCoverage: m.coverage * bounded
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
