// Matches a hypothesis against the sentences of the state.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { Hypothesis, Term } from "./hypothesis.ts"
import type { NumberMatch } from "./numberMatch.ts"
import { matchNumbers } from "./numberMatch.ts"
import type { Sentence } from "./sentence.ts"
import type { StateAnalysis } from "./state.ts"

/** How well the state supports a hypothesis. All numbers are within -1 to 1; all are 0 when nothing was found. */
export interface Match extends NumberMatch {
  /** Share of the hypothesis's words that the best sentence has, by weight; related words count in part. */
  readonly coverage: number
  /** The largest such share in one sentence, with exact matches only. */
  readonly exact: number
  /** Share of the words found anywhere in the state; related words count in part. */
  readonly spread: number
  /** Share of the words found nowhere in it. */
  readonly missing: number
  /** Cosine similarity of the closest sentence. */
  readonly closeness: number
  /** In the best sentence: share of the matched words that are negated. */
  readonly negated: number
  /** In the best sentence: share of the matched words before a trailing negation, as in "the receipt is missing". */
  readonly beforeNegation: number
  /** 1 when the best sentence has the antonym of a word, else 0. */
  readonly opposed: number
  /** Mean over the sentences by how well they match: 1 when no matched word is negated, -1 when all are. */
  readonly vote: number
  /** The largest product of coverage and `relevance` of one sentence; 0 without `relevance`. */
  readonly focus: number
  /** Index of the best sentence; -1 when no word was found. */
  readonly best: number
}

/** Working buffers for one state, indexed by sentence, and reset to 0 after each hypothesis. */
export interface MatchBuffers {
  readonly covered: Float64Array
  readonly exact: Float64Array
  readonly negated: Float64Array
  readonly beforeNegation: Float64Array
  readonly opposed: Float64Array
  /** For the current term: the strength of its best match, and the flags of that match. */
  readonly best: Float64Array
  readonly flags: Uint8Array
}

/** Allocates the buffers for a state. */
export const makeMatchBuffers = ({ sentences: { length } }: StateAnalysis): MatchBuffers => ({
  covered: new Float64Array(length),
  exact: new Float64Array(length),
  negated: new Float64Array(length),
  beforeNegation: new Float64Array(length),
  opposed: new Float64Array(length),
  best: new Float64Array(length),
  flags: new Uint8Array(length)
})

/** Sentences whose vectors are compared with one hypothesis, at most: the best matches of a long state. */
const maxCompared = 64

const flippedFlag = 1
const beforeNegationFlag = 2
const oppositeFlag = 4

/** Postings examined before the task may pause, and per unit of work. */
const stride = 4_096
const speed = 24

/** Finds the best match of a term in each sentence. Returns the matching sentences, and the strength of the best match. */
const findTerm = function* (
  term: Term,
  { postings: places, sentences }: StateAnalysis,
  { best, flags }: MatchBuffers
): CooperativeTask<{ readonly reached: ReadonlyArray<number>; readonly anywhere: number }> {
  const reached: Array<number> = []
  let anywhere = 0
  for (const { isAntonym, stem, strength } of term.related) {
    const list = places.get(stem)
    if (list === undefined) continue
    if (!isAntonym && strength > anywhere) anywhere = strength
    for (let p = 0; p < list.length; p += 2) {
      if (p > 0 && p % stride === 0) yield stride / speed
      const s = list[p] ?? 0
      const before = best[s] ?? 0
      if (strength <= before) continue
      if (before === 0) reached.push(s)
      best[s] = strength
      const mark = sentences[s]?.negation[list[p + 1] ?? 0] ?? 0
      const flipped = ((mark === 1) !== isAntonym) !== term.negated
      flags[s] =
        (flipped ? flippedFlag : 0) |
        (mark === 2 ? beforeNegationFlag : 0) |
        (flipped && isAntonym ? oppositeFlag : 0)
    }
  }
  return { reached, anywhere }
}

/** Adds the matches that `findTerm` found to the sums of their sentences. `touched` collects these sentences. */
const addTerm = (
  term: Term,
  reached: ReadonlyArray<number>,
  buffers: MatchBuffers,
  touched: Array<number>
): void => {
  const { best, covered, exact, flags, beforeNegation, negated, opposed } = buffers
  for (const s of reached) {
    if (covered[s] === 0) touched.push(s)
    const strength = best[s] ?? 0
    const share = strength * term.weight
    const how = flags[s] ?? 0
    covered[s] = (covered[s] ?? 0) + share
    if (strength === 1) exact[s] = (exact[s] ?? 0) + share
    if ((how & flippedFlag) > 0) negated[s] = (negated[s] ?? 0) + share
    if ((how & beforeNegationFlag) > 0) beforeNegation[s] = (beforeNegation[s] ?? 0) + share
    if ((how & oppositeFlag) > 0) opposed[s] = (opposed[s] ?? 0) + share
    best[s] = 0
  }
}

/** The {@link maxCompared} sentences that cover most of the hypothesis; earlier ones win ties. */
const mostCovered = function* (
  touched: ReadonlyArray<number>,
  { covered }: MatchBuffers
): CooperativeTask<ReadonlyArray<number>> {
  const chosen: Array<number> = []
  const isBefore = (a: number, b: number): boolean => {
    const more = (covered[a] ?? 0) - (covered[b] ?? 0)
    return more > 0 || (more === 0 && a < b)
  }
  for (const [at, s] of touched.entries()) {
    if (at > 0 && at % stride === 0) yield stride / speed
    if (chosen.length === maxCompared && !isBefore(s, chosen[maxCompared - 1] ?? s)) continue
    const next = chosen.findIndex((other) => isBefore(s, other))
    chosen.splice(next < 0 ? chosen.length : next, 0, s)
    if (chosen.length > maxCompared) chosen.pop()
  }
  return chosen
}

const resetBuffers = (
  { covered, exact, beforeNegation, negated, opposed }: MatchBuffers,
  touched: ReadonlyArray<number>
): void => {
  for (const s of touched) {
    covered[s] = 0
    exact[s] = 0
    negated[s] = 0
    beforeNegation[s] = 0
    opposed[s] = 0
  }
}

/** Share of the matched words of a sentence that is negated. An antonym makes it at least 0.75. */
const negatedShareOf = ({ covered, negated, opposed }: MatchBuffers, s: number): number => {
  const share = (negated[s] ?? 0) / (covered[s] ?? 1)
  return (opposed[s] ?? 0) > 0 ? Math.max(share, 0.75) : share
}

/** Matches one hypothesis against the state. `relevance` is the similarity of the first sentences to the question. */
export const matchHypothesis = function* (
  hypothesis: Hypothesis,
  analysis: StateAnalysis,
  buffers: MatchBuffers,
  relevance?: Float64Array
): CooperativeTask<Match> {
  const { covered, exact, beforeNegation, opposed } = buffers
  const { sentences } = analysis
  const whole = hypothesis.weight === 0 ? 1 : hypothesis.weight
  const touched: Array<number> = []
  let spread = 0
  let missing = 0
  for (const term of hypothesis.terms) {
    const { anywhere, reached } = yield* findTerm(term, analysis, buffers)
    addTerm(term, reached, buffers, touched)
    yield reached.length / speed
    spread += anywhere * term.weight
    if (anywhere < 0.5) missing += term.weight
  }

  const order = sentences.length <= maxCompared ? sentences.keys() : yield* mostCovered(touched, buffers)
  const chosen: Array<readonly [Sentence, number, number]> = []
  for (const s of order) {
    const sentence = sentences[s]
    if (sentence !== undefined) chosen.push([sentence, (covered[s] ?? 0) / whole, s])
  }

  let closeness = 0
  let top = -1
  let topScore = 0
  let votes = 0
  let focus = 0
  let vote = 0
  let mostExact = 0
  for (const [sentence, share, s] of chosen) {
    const near = cosineSimilarity(hypothesis.vector, sentence.vector)
    closeness = Math.max(closeness, near)
    if (share === 0) continue
    focus = Math.max(focus, share * (relevance?.[s] ?? 0))
    const score = share + 0.3 * near
    if (score > topScore) {
      topScore = score
      top = s
    }
    mostExact = Math.max(mostExact, (exact[s] ?? 0) / whole)
    const power = Math.max(0, score) ** 4
    votes += power
    vote += power * (1 - 2 * negatedShareOf(buffers, s))
  }
  const mass = covered[top] ?? 0
  const result: Match = {
    ...matchNumbers(hypothesis, chosen, (s) => (opposed[s] ?? 0) > 0),
    coverage: mass / whole,
    exact: mostExact,
    spread: spread / whole,
    missing: missing / whole,
    closeness,
    negated: mass === 0 ? 0 : negatedShareOf(buffers, top),
    beforeNegation: mass === 0 ? 0 : (beforeNegation[top] ?? 0) / mass,
    opposed: (opposed[top] ?? 0) > 0 ? 1 : 0,
    vote: votes === 0 ? 0 : vote / votes,
    focus,
    best: top
  }
  resetBuffers(buffers, touched)
  yield touched.length / speed
  return result
}
