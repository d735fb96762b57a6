// Features of the options of a choice, and of the levels of a score as options.
import type { Ask, AskOption } from "@leadline/core/decisions"
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { flattenJson } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { type Hypothesis, parseClauses, parseHypothesis } from "./hypothesis.ts"
import { type Match, matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import { stripLevelNumber } from "./scores/scaleDirection.ts"
import { evidenceWeight, type StateAnalysis } from "./state.ts"
import type { WordComparer } from "./wordSimilarity.ts"

/** An option as hypotheses: its name, its description, and each clause of it. Levels of a score have no name. */
export interface ParsedOption {
  readonly name: Hypothesis
  readonly whole: Hypothesis
  readonly clauses: ReadonlyArray<Hypothesis>
}

/** Approximate cost of parsing a hypothesis. */
const costOf = ({ terms }: Hypothesis): number => 8 + 12 * terms.length

/** Parses one option. The name of a choice serves as its description where it has none. */
export const parseOption = function* (
  lexicon: Lexicon,
  ask: Ask,
  option: AskOption
): CooperativeTask<ParsedOption> {
  const description = yield* flattenJson(option.description)
  const described = ask.type === "score" ? stripLevelNumber(description) : description
  const text = ask.type === "choice" && described === "" ? option.name : described
  const name = parseHypothesis(lexicon, ask.type === "choice" ? option.name : "")
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

const largest = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((max, value) => Math.max(max, value), -1)

/** Features of one option of a choice, or one level of a score. They do not depend on the order of the options. */
export const optionFeatures = function* (
  analysis: StateAnalysis,
  compareWords: WordComparer,
  type: Ask["type"],
  parsed: ParsedOption,
  holders: ReadonlyMap<string, number>,
  relevance: Float64Array
): CooperativeTask<Features> {
  const whole = yield* matchHypothesis(parsed.whole, analysis, relevance)
  if (type === "score") return { exact: whole.exact }
  const clauses: Array<Match> = []
  for (const clause of parsed.clauses) clauses.push(yield* matchHypothesis(clause, analysis))
  const proof = evidenceWeight(analysis, halfFound)
  const similarity = yield* compareWords([...parsed.name.tokens, ...parsed.whole.tokens])
  return {
    wordSimilarity: similarity.mean,
    maxWordSimilarity: similarity.max,
    exact: whole.exact * proof,
    similarity: whole.closeness * proof,
    focus: whole.focus * proof,
    vote: whole.vote * whole.coverage * proof,
    clause: largest(clauses.map((m) => m.coverage)) * proof,
    distinct: distinctiveCoverage(parsed, holders, analysis) * proof,
    number: clauses.reduce((total, m) => total + m.number * m.numberConfidence, 0)
  }
}
