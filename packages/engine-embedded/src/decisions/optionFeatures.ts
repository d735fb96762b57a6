// Features of the options of a choice.
import type { AskOption } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { parseHypothesis } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { evidenceWeight, type StateAnalysis } from "./state.ts"
import type { WordComparer } from "./wordSimilarity.ts"

/** Content words of a state in which a match counts half as much as in a long state. */
const halfFound = 20

/** The end of a clause of an option; not before the "or" of "10 or more". */
const clauseEnd = /[,;:.]\s|\bor\b(?! (?:more|less|fewer|above|below)\b)/i
const maxClauses = 24

/** Features of one option. Its name serves as its description where it has none. */
export const optionFeatures = function* (
  lexicon: Lexicon,
  analysis: StateAnalysis,
  compareWords: WordComparer,
  { description, name }: AskOption,
  relevance: Float64Array
): CooperativeTask<Features> {
  const text = (yield* flattenJson(description)) || name
  const hypothesis = parseHypothesis(lexicon, text)
  const own = parseHypothesis(lexicon, name)
  yield 16 + 12 * (hypothesis.terms.length + own.terms.length)
  const match = yield* matchHypothesis(hypothesis, analysis, relevance)
  // "Under 10, or more than 50" compares with each by itself.
  let number = 0
  for (const clause of text.split(clauseEnd).slice(0, maxClauses)) {
    const part = parseHypothesis(lexicon, clause)
    yield 8 + 12 * part.terms.length
    if (part.comparisons.length > 0) number += (yield* matchHypothesis(part, analysis)).number
  }
  const proof = evidenceWeight(analysis, halfFound)
  const similarity = yield* compareWords([...own.tokens, ...hypothesis.tokens])
  return {
    wordSimilarity: similarity.mean,
    maxWordSimilarity: similarity.max,
    similarity: match.closeness * proof,
    focus: match.focus * proof,
    vote: match.vote * match.coverage * proof,
    exact: match.exact * proof,
    number
  }
}
