// Matches a hypothesis against the sentences of the state.
import { sortCooperatively } from "../scheduling/sort.ts"
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

/** The words of a hypothesis in one sentence: the weights of those that it has, by strength, and of some of them. */
interface Held {
  covered: number
  exact: number
  negated: number
  beforeNegation: number
  opposed: number
}

/** Sentences whose vectors are compared with one hypothesis, at most: the best matches of a long state. */
const maxCompared = 64

/** Postings examined before the task may pause, and per unit of work. */
const stride = 4_096
const speed = 24

/** The best mention of a term in a sentence. */
interface Mention {
  readonly strength: number
  readonly isNegated: boolean
  readonly isBeforeNegation: boolean
  readonly isOpposite: boolean
}

/** Finds the best mention of a term in each sentence that has one, and the strength of the best of all. */
const findTerm = function* (
  { negated, related }: Term,
  { postings, sentences }: StateAnalysis
): CooperativeTask<{ readonly mentions: ReadonlyMap<number, Mention>; readonly anywhere: number }> {
  const mentions = new Map<number, Mention>()
  let anywhere = 0
  for (const { isAntonym, stem, strength } of related) {
    const list = postings.get(stem) ?? []
    if (list.length > 0 && !isAntonym) anywhere = Math.max(anywhere, strength)
    for (let p = 0; p < list.length; p += 2) {
      if (p > 0 && p % stride === 0) yield stride / speed
      const s = list[p] ?? 0
      if (strength <= (mentions.get(s)?.strength ?? 0)) continue
      const mark = sentences[s]?.negation[list[p + 1] ?? 0] ?? 0
      const isNegated = ((mark === 1) !== isAntonym) !== negated
      const isOpposite = isNegated && isAntonym
      mentions.set(s, { strength, isNegated, isBeforeNegation: mark === 2, isOpposite })
    }
  }
  return { mentions, anywhere }
}

/** Adds the mentions of a term to what its sentences hold. */
const addTerm = ({ weight }: Term, mentions: ReadonlyMap<number, Mention>, held: Map<number, Held>): void => {
  for (const [s, { isBeforeNegation, isNegated, isOpposite, strength }] of mentions) {
    const sums = held.get(s) ?? { covered: 0, exact: 0, negated: 0, beforeNegation: 0, opposed: 0 }
    const share = strength * weight
    sums.covered += share
    if (strength === 1) sums.exact += share
    if (isNegated) sums.negated += share
    if (isBeforeNegation) sums.beforeNegation += share
    if (isOpposite) sums.opposed += share
    held.set(s, sums)
  }
}

/** The {@link maxCompared} sentences that cover most of the hypothesis; earlier ones win ties. */
const mostCovered = function* (held: ReadonlyMap<number, Held>): CooperativeTask<ReadonlyArray<number>> {
  const order = ([a, one]: readonly [number, Held], [b, other]: readonly [number, Held]): number =>
    other.covered - one.covered || a - b
  const sorted = yield* sortCooperatively([...held], order)
  return sorted.slice(0, maxCompared).map(([s]) => s)
}

/** Share of the matched words of a sentence that is negated. An antonym makes it at least 0.75. */
const negatedShareOf = ({ covered, negated, opposed }: Held): number =>
  opposed > 0 ? Math.max(negated / covered, 0.75) : negated / covered

/** Matches one hypothesis against the state. `relevance` is the similarity of the first sentences to the question. */
export const matchHypothesis = function* (
  hypothesis: Hypothesis,
  analysis: StateAnalysis,
  relevance?: Float64Array
): CooperativeTask<Match> {
  const { sentences } = analysis
  const whole = hypothesis.weight === 0 ? 1 : hypothesis.weight
  const held = new Map<number, Held>()
  let spread = 0
  let missing = 0
  for (const term of hypothesis.terms) {
    const { anywhere, mentions } = yield* findTerm(term, analysis)
    addTerm(term, mentions, held)
    yield mentions.size / speed
    spread += anywhere * term.weight
    if (anywhere < 0.5) missing += term.weight
  }

  const order = sentences.length <= maxCompared ? sentences.keys() : yield* mostCovered(held)
  const chosen: Array<readonly [Sentence, number, number]> = []
  for (const s of order) {
    const sentence = sentences[s]
    if (sentence !== undefined) chosen.push([sentence, (held.get(s)?.covered ?? 0) / whole, s])
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
    const sums = held.get(s)
    if (sums === undefined) continue
    focus = Math.max(focus, share * (relevance?.[s] ?? 0))
    const score = share + 0.3 * near
    if (score > topScore) {
      topScore = score
      top = s
    }
    mostExact = Math.max(mostExact, sums.exact / whole)
    const power = Math.max(0, score) ** 4
    votes += power
    vote += power * (1 - 2 * negatedShareOf(sums))
  }
  const best = held.get(top)
  const result: Match = {
    ...matchNumbers(hypothesis, chosen, (s) => (held.get(s)?.opposed ?? 0) > 0),
    coverage: (best?.covered ?? 0) / whole,
    exact: mostExact,
    spread: spread / whole,
    missing: missing / whole,
    closeness,
    negated: best === undefined ? 0 : negatedShareOf(best),
    beforeNegation: best === undefined ? 0 : best.beforeNegation / best.covered,
    opposed: (best?.opposed ?? 0) > 0 ? 1 : 0,
    vote: votes === 0 ? 0 : vote / votes,
    focus,
    best: top
  }
  yield held.size / speed
  return result
}
