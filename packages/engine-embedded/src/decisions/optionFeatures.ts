// Features of the options of a choice.
import type { AskOption } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { parseClauses, parseHypothesis, readTokens } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { evidenceWeight, type StateAnalysis } from "./state.ts"
import type { WordComparer } from "./wordSimilarity.ts"

/** Content words of a state in which a match counts half as much as in a long state. */
const halfFound = 20

/** Features of one option. They do not depend on the order of the options. Its name serves as a missing description. */
export const optionFeatures = function* (
  lexicon: Lexicon,
  analysis: StateAnalysis,
  compareWords: WordComparer,
  { description, name }: AskOption,
  relevance: Float64Array
): CooperativeTask<Features> {
  const text = (yield* flattenJson(description)) || name
  const hypothesis = parseHypothesis(lexicon, text)
  const clauses = parseClauses(lexicon, text)
  yield clauses.reduce((cost, { terms }) => cost + 8 + 12 * terms.length, 8 + 12 * hypothesis.terms.length)
  const whole = yield* matchHypothesis(hypothesis, analysis, relevance)
  let number = 0
  for (const clause of clauses) {
    if (clause.comparison === undefined) continue
    const match = yield* matchHypothesis(clause, analysis)
    number += match.number * match.numberConfidence
  }
  const similarity = yield* compareWords([...readTokens(name), ...hypothesis.tokens])
  const proof = evidenceWeight(analysis, halfFound)
  return {
    vote: whole.vote * whole.coverage * proof,
    number,
    similarity: whole.closeness * proof,
    focus: whole.focus * proof,
    wordSimilarity: similarity.mean,
    maxWordSimilarity: similarity.max
  }
}
