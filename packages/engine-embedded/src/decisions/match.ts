// How well a claim is borne out by the state.
import type { Claim, Term } from "./hypothesis.ts"
import type { Evidence } from "./state.ts"
import type { Sentence } from "./sentence.ts"
import { similarity } from "../vectors/vectorMath.ts"
import type { Measured } from "./numberMatch.ts"
import { measure } from "./numberMatch.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"

/** What was found for a claim. All numbers lie within -1 to 1; all are 0 when nothing was found. */
export interface Match extends Measured {
  /** Share of the claim's words found together in one sentence; related words count in part. */
  readonly coverage: number
  /** The same, with the very words only. */
  readonly exact: number
  /** Share of the words found anywhere, and share found nowhere. */
  readonly spread: number
  readonly missing: number
  /** How surely the claim's last word is found anywhere: mostly what is said of the others. */
  readonly key: number
  /** Closest meaning of one sentence. */
  readonly closeness: number
  /** In the best sentence: share of the matched words that are turned around; and those before a negation. */
  readonly turned: number
  readonly trailed: number
  /** Over all sentences: 1 when all matches stand plainly, -1 when all are turned around. */
  readonly vote: number
  /** 1 when the best sentence asks instead of saying. */
  readonly asked: number
}

/** Signed support of a claim: found and plain 1, found and turned around -1. */
export const support = (m: Match): number => m.coverage * (1 - 2 * m.turned)

/** Scratch space for one state, by sentence; clean between claims. */
export interface Board {
  readonly covered: Float64Array
  readonly exact: Float64Array
  readonly turned: Float64Array
  readonly trailed: Float64Array
  /** For the term at hand: its best match, and how that match stands. */
  readonly best: Float64Array
  readonly stance: Uint8Array
}

/** Scratch space for a state. */
export const makeBoard = ({ sentences: { length } }: Evidence): Board => ({
  covered: new Float64Array(length),
  exact: new Float64Array(length),
  turned: new Float64Array(length),
  trailed: new Float64Array(length),
  best: new Float64Array(length),
  stance: new Uint8Array(length)
})

/** Sentences looked at closely for one claim, at most: all of a short state, the best of a long one. */
const closely = 64

const turnedAround = 1
const beforeNegation = 2

/** Places looked at before others may run, and in a microsecond. */
const stride = 4_096
const speed = 24

/** Finds a term's best match in every sentence. Gives the sentences reached, and the best match of all. */
const place = function* (
  term: Term,
  { places, sentences }: Evidence,
  { best, stance }: Board
): Steps<{ readonly reached: ReadonlyArray<number>; readonly anywhere: number }> {
  const reached: Array<number> = []
  let anywhere = 0
  for (const { opposite, stem, strength } of term.variants) {
    const list = places.get(stem)
    if (list === undefined) continue
    if (!opposite && strength > anywhere) anywhere = strength
    for (let p = 0; p < list.length; p += 2) {
      if (p > 0 && p % stride === 0) yield stride / speed
      const s = list[p] ?? 0
      const before = best[s] ?? 0
      if (strength <= before) continue
      if (before === 0) reached.push(s)
      best[s] = strength
      const mark = sentences[s]?.negation[list[p + 1] ?? 0] ?? 0
      const flipped = ((mark === 1) !== opposite) !== term.negated
      stance[s] = (flipped ? turnedAround : 0) | (mark === 2 ? beforeNegation : 0)
    }
  }
  return { reached, anywhere }
}

/** Enters what `place` found for a term into the sums of its sentences. */
const enter = (term: Term, reached: ReadonlyArray<number>, board: Board, touched: Array<number>): void => {
  const { best, covered, exact, stance, trailed, turned } = board
  for (const s of reached) {
    if (covered[s] === 0) touched.push(s)
    const strength = best[s] ?? 0
    const share = strength * term.weight
    const how = stance[s] ?? 0
    covered[s] = (covered[s] ?? 0) + share
    if (strength === 1) exact[s] = (exact[s] ?? 0) + share
    if ((how & turnedAround) > 0) turned[s] = (turned[s] ?? 0) + share
    if ((how & beforeNegation) > 0) trailed[s] = (trailed[s] ?? 0) + share
    best[s] = 0
  }
}

/** The sentences looked at closely: of a long state those that hold most of the claim, then the first. */
const fullest = function* (touched: ReadonlyArray<number>, { covered }: Board): Steps<ReadonlyArray<number>> {
  const chosen: Array<number> = []
  const isBefore = (a: number, b: number): boolean => {
    const more = (covered[a] ?? 0) - (covered[b] ?? 0)
    return more > 0 || (more === 0 && a < b)
  }
  for (const [at, s] of touched.entries()) {
    if (at > 0 && at % stride === 0) yield stride / speed
    if (chosen.length === closely && !isBefore(s, chosen[closely - 1] ?? s)) continue
    const next = chosen.findIndex((other) => isBefore(s, other))
    chosen.splice(next < 0 ? chosen.length : next, 0, s)
    if (chosen.length > closely) chosen.pop()
  }
  return chosen
}

const clear = ({ covered, exact, trailed, turned }: Board, touched: ReadonlyArray<number>): void => {
  for (const s of touched) {
    covered[s] = 0
    exact[s] = 0
    turned[s] = 0
    trailed[s] = 0
  }
}

/** Closest meaning among the first sentences of the state. */
export const closest = (claim: Claim, { opening }: Evidence): number => {
  let nearest = 0
  if (claim.terms.length === 0) return nearest
  for (let s = 0; s < opening.length && s < closely; s++) {
    nearest = Math.max(nearest, similarity(claim.vector, opening[s]?.vector ?? claim.vector))
  }
  return nearest
}

/** Matches one claim against the state. */
export const match = function* (claim: Claim, evidence: Evidence, board: Board): Steps<Match> {
  const { covered, exact, trailed, turned } = board
  const { sentences } = evidence
  const whole = claim.weight === 0 ? 1 : claim.weight
  const touched: Array<number> = []
  let spread = 0
  let missing = 0
  let key = 0
  for (const term of claim.terms) {
    const { anywhere, reached } = yield* place(term, evidence, board)
    enter(term, reached, board, touched)
    yield reached.length / speed
    spread += anywhere * term.weight
    if (anywhere < 0.5) missing += term.weight
    key = anywhere
  }

  const order = sentences.length <= closely ? sentences.keys() : yield* fullest(touched, board)
  const chosen: Array<readonly [Sentence, number, number]> = []
  for (const s of order) {
    const sentence = sentences[s]
    if (sentence !== undefined) chosen.push([sentence, (covered[s] ?? 0) / whole, s])
  }

  let closeness = 0
  let top = -1
  let topScore = 0
  let votes = 0
  let vote = 0
  let mostExact = 0
  for (const [sentence, share, s] of chosen) {
    const near = similarity(claim.vector, sentence.vector)
    closeness = Math.max(closeness, near)
    if (share === 0) continue
    const score = share + 0.3 * near
    if (score > topScore) {
      topScore = score
      top = s
    }
    mostExact = Math.max(mostExact, (exact[s] ?? 0) / whole)
    const power = Math.max(0, score) ** 4
    votes += power
    vote += power * (1 - (2 * (turned[s] ?? 0)) / (covered[s] ?? 1))
  }
  const mass = covered[top] ?? 0
  const result: Match = {
    ...measure(claim, chosen),
    coverage: mass / whole,
    exact: mostExact,
    spread: spread / whole,
    missing: missing / whole,
    key,
    closeness,
    turned: mass === 0 ? 0 : (turned[top] ?? 0) / mass,
    trailed: mass === 0 ? 0 : (trailed[top] ?? 0) / mass,
    vote: votes === 0 ? 0 : vote / votes,
    asked: sentences[top]?.question === true ? 1 : 0
  }
  clear(board, touched)
  yield touched.length / speed
  return result
}
