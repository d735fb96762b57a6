// Features of the options of a choice.
import type { AskOption } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { type Hypothesis, parseClauses, parseHypothesis } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { evidenceWeight, type StateAnalysis } from "./state.ts"
import type { WordComparer } from "./wordSimilarity.ts"

/** An option as hypotheses: its name, its description, and each clause of it. */
export interface ParsedOption {
  readonly name: Hypothesis
  readonly whole: Hypothesis
  readonly clauses: ReadonlyArray<Hypothesis>
}

/** Approximate cost of parsing a hypothesis. */
const costOf = ({ terms }: Hypothesis): number => 8 + 12 * terms.length

/** Parses one option. Its name serves as its description where it has none. */
export const parseOption = function* (lexicon: Lexicon, option: AskOption): CooperativeTask<ParsedOption> {
  const text = (yield* flattenJson(option.description)) || option.name
  const name = parseHypothesis(lexicon, option.name)
  const whole = parseHypothesis(lexicon, text)
  yield costOf(name) + costOf(whole)
  const clauses = parseClauses(lexicon, text)
  yield clauses.reduce((sum, clause) => sum + costOf(clause), 0)
  return { name, whole, clauses }
}

/** Number of options that use each stem. */
export const countOptionsByStem = (parsed: ReadonlyArray<ParsedOption>): ReadonlyMap<string, number> => {
  const holders = new Map<string, number>()
  for (const { name, whole } of parsed) {
    for (const key of new Set([...name.terms, ...whole.terms].map((term) => term.stem))) {
      holders.set(key, (holders.get(key) ?? 0) + 1)
    }
  }
  return holders
}

/** Share of an option's words that the state has. Words that few options use weigh most. */
const distinctiveCoverage = (
  parsed: ParsedOption,
  holders: ReadonlyMap<string, number>,
  analysis: StateAnalysis
): number => {
  let whole = 0
  let found = 0
  for (const term of [...parsed.name.terms, ...parsed.whole.terms]) {
    const weight = term.weight / (holders.get(term.stem) ?? 1)
    let here = 0
    for (const { isAntonym, stem, strength } of term.related) {
      if (!isAntonym && strength > here && analysis.postings.has(stem)) here = strength
    }
    whole += weight
    found += weight * here
  }
  return whole === 0 ? 0 : found / whole
}

/** Content words of a state in which a match counts half as much as in a long state. */
const halfFound = 20

/** Features of one option. They do not depend on the order of the options. */
export const optionFeatures = function* (
  analysis: StateAnalysis,
  compareWords: WordComparer,
  parsed: ParsedOption,
  holders: ReadonlyMap<string, number>,
  relevance: Float64Array
): CooperativeTask<Features> {
  const whole = yield* matchHypothesis(parsed.whole, analysis, relevance)
  let [clause, number] = [0, 0]
  for (const part of parsed.clauses) {
    const match = yield* matchHypothesis(part, analysis)
    clause = Math.max(clause, match.coverage)
    number += match.number
  }
  const proof = evidenceWeight(analysis, halfFound)
  const similarity = yield* compareWords([...parsed.name.tokens, ...parsed.whole.tokens])
  return {
    wordSimilarity: similarity.mean,
    maxWordSimilarity: similarity.max,
    exact: whole.exact * proof,
    similarity: whole.closeness * proof,
    focus: whole.focus * proof,
    vote: whole.vote * whole.coverage * proof,
    clause: clause * proof,
    distinct: distinctiveCoverage(parsed, holders, analysis) * proof,
    number
  }
}
