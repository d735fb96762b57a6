// Matches a hypothesis against the sentences of the state.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { Hypothesis, Term } from "./hypothesis.ts"
import { makeNumberMatcher, type Statement } from "./numberMatch.ts"
import type { StateAnalysis } from "./state.ts"

/** Sentences whose vectors are compared with one hypothesis, at most: the best matches of a long state. */
const maxCompared = 64

/** Postings examined before the task may pause, and per unit of work. */
const stride = 4_096
const speed = 24

/**
 * Finds the best match of a term in each sentence that has one, and the strength of the best of all. `mark` is that of
 * `negationScopes`.
 */
const findTerm = function* ({ related }: Term, { postings, sentences }: StateAnalysis) {
  const found = new Map<number, { strength: number; isAntonym: boolean; mark: number | undefined }>()
  let anywhere = 0
  for (const { isAntonym, stem, strength } of related) {
    const list = postings.get(stem)
    if (list === undefined) continue
    if (!isAntonym) anywhere = Math.max(anywhere, strength)
    for (let p = 0; p < list.length; p += 2) {
      if (p > 0 && p % stride === 0) yield stride / speed
      const s = list[p] ?? 0
      if (strength <= (found.get(s)?.strength ?? 0)) continue
      found.set(s, { strength, isAntonym, mark: sentences[s]?.negation[list[p + 1] ?? 0] })
    }
  }
  return { found, anywhere }
}

/** Sums over the terms that a sentence has, by their weights. */
interface Sums {
  covered: number
  exact: number
  negated: number
  trailing: number
  isOpposed: boolean
}

/** Share of the matched words of a sentence that is negated. An antonym makes it at least 0.75. */
const negatedShareOf = ({ covered, isOpposed, negated }: Sums): number =>
  isOpposed ? Math.max(negated / covered, 0.75) : negated / covered

/** Sentences that cover more of the hypothesis come first, then earlier ones. */
const byCoverage = ([a, one]: readonly [number, Sums], [b, other]: readonly [number, Sums]): number =>
  other.covered - one.covered || a - b

/** The {@link maxCompared} sentences that cover most of the hypothesis. */
const mostCovered = function* (sums: ReadonlyMap<number, Sums>): CooperativeTask<ReadonlyArray<number>> {
  const chosen: Array<readonly [number, Sums]> = []
  let seen = 0
  for (const entry of sums) {
    if (++seen % stride === 0) yield stride / speed
    const last = chosen[maxCompared - 1]
    if (last !== undefined && byCoverage(entry, last) > 0) continue
    const next = chosen.findIndex((other) => byCoverage(entry, other) < 0)
    chosen.splice(next < 0 ? chosen.length : next, 0, entry)
    if (chosen.length > maxCompared) chosen.pop()
  }
  return chosen.map(([s]) => s)
}

/**
 * How well the state supports a hypothesis. All numbers are within -1 to 1; all are 0 when nothing was found. `relevance` is
 * the similarity of the first sentences to the question.
 */
export const matchHypothesis = function* (
  hypothesis: Hypothesis,
  analysis: StateAnalysis,
  relevance?: Float64Array
) {
  const { sentences } = analysis
  const whole = hypothesis.weight === 0 ? 1 : hypothesis.weight
  const sums = new Map<number, Sums>()
  let missing = 0
  for (const term of hypothesis.terms) {
    const { anywhere, found } = yield* findTerm(term, analysis)
    for (const [s, { isAntonym, mark, strength }] of found) {
      const sum = sums.get(s) ?? { covered: 0, exact: 0, negated: 0, trailing: 0, isOpposed: false }
      const share = strength * term.weight
      const isFlipped = ((mark === 1) !== isAntonym) !== term.negated
      sum.covered += share
      if (strength === 1) sum.exact += share
      if (isFlipped) sum.negated += share
      if (mark === 2) sum.trailing += share
      sum.isOpposed ||= isFlipped && isAntonym
      sums.set(s, sum)
    }
    yield found.size / speed
    if (anywhere < 0.5) missing += term.weight
  }

  const order = sentences.length <= maxCompared ? sentences.keys() : yield* mostCovered(sums)
  const statements: Array<Statement> = analysis.sizes.map((sentence) => ({ sentence }))
  let [closeness, topScore, votes, focus, vote, exact] = [0, 0, 0, 0, 0, 0]
  let best = -1
  for (const s of order) {
    const [sentence, sum] = [sentences[s], sums.get(s)]
    if (sentence === undefined) continue
    const near = cosineSimilarity(hypothesis.vector, sentence.vector)
    closeness = Math.max(closeness, near)
    const share = (sum?.covered ?? 0) / whole
    statements.push({ sentence, covered: share, isOpposed: sum?.isOpposed === true })
    if (sum === undefined || share === 0) continue
    focus = Math.max(focus, share * (relevance?.[s] ?? 0))
    const score = share + 0.3 * near
    if (score > topScore) [topScore, best] = [score, s]
    exact = Math.max(exact, sum.exact / whole)
    const power = Math.max(0, score) ** 4
    votes += power
    vote += power * (1 - 2 * negatedShareOf(sum))
  }
  const top = sums.get(best)
  let [number, day, isOneOfSeveral] = [0, 0, false]
  const matchNumber = makeNumberMatcher(hypothesis)
  // All that is asked for must be so.
  for (const asked of hypothesis.comparisons) {
    const found = yield* matchNumber(asked, statements)
    if (number === 0 || (found.said !== 0 && found.said < number)) number = found.said
    isOneOfSeveral ||= found.isOneOfSeveral
  }
  for (const asked of hypothesis.days) day = Math.min(day, (yield* matchNumber(asked, statements)).said)
  return {
    /** What the numbers say: 1 when they satisfy the comparisons, -1 when they do not. */
    number,
    /** May other numbers be those that are asked for, too? */
    isOneOfSeveral,
    /** -1 when it is about other days than the hypothesis; else 0. */
    day,
    /** Share of the hypothesis's words that the best sentence has, by weight; related words count in part. */
    coverage: (top?.covered ?? 0) / whole,
    /** The largest such share in one sentence, with exact matches only. */
    exact,
    /** Share of the words found nowhere in it. */
    missing: missing / whole,
    /** Cosine similarity of the closest sentence. */
    closeness,
    /** In the best sentence: share of the matched words that are negated. */
    negated: top === undefined ? 0 : negatedShareOf(top),
    /** In the best sentence: share of the matched words before a trailing negation, as in "the receipt is missing". */
    beforeNegation: top === undefined ? 0 : top.trailing / top.covered,
    /** 1 when the best sentence has the antonym of a word, else 0. */
    opposed: top?.isOpposed === true ? 1 : 0,
    /** Mean over the sentences by how well they match: 1 when no matched word is negated, -1 when all are. */
    vote: votes === 0 ? 0 : vote / votes,
    /** The largest product of coverage and `relevance` of one sentence; 0 without `relevance`. */
    focus,
    /** The sentence that matches best, if any has a word. */
    best: sentences[best]
  }
}
